import type { Endpoint } from './endpoint.ts';
import * as modules from './modules.ts';

/** The endpoints among a module's exports, by name. */
export type CallsOf<M> = { [K in keyof M as M[K] extends Endpoint ? K : never]: M[K] };

type Module = (typeof modules)[keyof typeof modules];
type NamesOf<M> = M extends M ? keyof CallsOf<M> : never;
export type Api = { [K in NamesOf<Module>]: Extract<Module, Record<K, Endpoint>>[K] };

const isCall = (exported: unknown): exported is Endpoint =>
  typeof exported === 'object' && exported !== null && 'access' in exported && 'answers' in exported;

/** Every call of the product by its name, for the server and the OpenAPI document. The web app imports single endpoints. */
export const api = Object.fromEntries(
  Object.values(modules).flatMap((module) => Object.entries(module).filter(([, exported]) => isCall(exported))),
) as Api;
