export const DIALECT: ReadonlyArray<readonly [words: string, instead: string]>;
export const DIALECT_PATTERN: string;
