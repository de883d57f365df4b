/** In the order in which they run. */
export const SUITE_NAMES = ['workflows', 'editor', 'restart', 'queue', 'trigger'] as const;

export type SuiteName = (typeof SUITE_NAMES)[number];
