import { LISTS } from '../../api/listings';
import { tidyRecord } from '../../api/records';
import { listOf } from '../common/standard';

export const getAll = listOf(
	{ plural: 'QR codes', list: LISTS.qrCodes, record: tidyRecord },
	{ description: 'List QR codes with their scans' },
);
