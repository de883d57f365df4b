import type { Resource } from '../common/operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const qrCode: Resource = {
	displayName: 'QR Code',
	value: 'qrCode',
	operations: [create, remove, get, getAll, update],
	defaultOperation: 'create',
};
