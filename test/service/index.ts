/** The local link-shortening service: everything tests, benchmarks and the demo need of it. */
export { startService } from './server.ts';
export type { Service } from './server.ts';
export type { AccountOptions, Product, RateLimit, ServiceOptions } from './options.ts';
export type { Variations } from './variations.ts';
export type { Fault, FaultKind, FaultMatch } from './faults.ts';
export type { RequestLogEntry } from './request-log.ts';
export type { LinkRow } from './link-store.ts';
export type { SeedKind, SeedRow } from './seeds.ts';
