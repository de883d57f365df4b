import { LISTS } from '../../api/listings';
import { tidyRecord } from '../../api/records';
import { listOperation } from '../common/list';

export const getAll = listOperation({
	plural: 'QR codes',
	description: 'List QR codes with their scans',
	list: LISTS.qrCodes,
	record: tidyRecord,
});
