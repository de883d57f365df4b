/** The local link-shortening service: everything tests, benchmarks and the demo need of it. */
export { startService } from './server.mts';
export type { Service } from './server.mts';
export { RATE_LIMIT } from './options.mts';
export type { RateLimit, ServiceOptions } from './options.mts';
export type { Variations } from './variations.mts';
export type { Fault, FaultKind } from './faults.mts';
export type { Hosting } from './hosting.mts';
export type { RequestLogEntry } from './request-log.mts';
export type { AliasChange } from './alias.mts';
export type { LinkEdit, LinkRow } from './link-store.mts';
export type { SeedKind, SeedRow } from './seeds.mts';
