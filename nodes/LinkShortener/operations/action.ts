/**
 * What became of an item that makes a record look like its row: what was done, or in a dry run what would be.
 * `repeated`: it shares the record of an earlier item.
 */
export type Action = 'created' | 'updated' | 'unchanged' | 'repeated' | 'create' | 'update';

/** The same with what the frame says of items that no operation has an answer for. */
export type ItemAction = Action | 'skipped' | 'failed';
