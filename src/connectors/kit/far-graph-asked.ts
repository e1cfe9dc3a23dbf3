import type { IncomingMessage } from 'node:http'
import { type FarMeta, type FarPage, GraphFault } from '#connectors/kit/far-graph-people.ts'

/* For tests only: what the double of the Graph API was asked, and by whom. */

export type Asked = { request: IncomingMessage; path: string; query: URLSearchParams; text: string; bytes: Buffer }
/** Whose token it is: a person's, or a page's. */
export type By = { page: FarPage | null }

/** @throws GraphFault when a permission that this needs was not given, or was taken back */
export function requireScopes({ scopes }: FarMeta, ...needed: string[]) {
  const missing = needed.filter((scope) => !scopes.has(scope))
  if (missing.length > 0)
    throw new GraphFault(403, 200, `(#200) This requires the ${missing.join(', ')} permission, as an admin with sufficient permission`)
}

/** The fields that were asked for, of those there are. @throws GraphFault of any other */
export function fieldsOf(query: URLSearchParams, known: Readonly<Record<string, unknown>>, others: readonly string[] = []): object {
  for (const name of query.keys())
    if (![...others, 'fields'].includes(name)) throw new GraphFault(400, 100, `(#100) ${name} is no parameter`)
  const names = (query.get('fields') ?? 'id').replace(/\{[^{}]*\}/g, '').split(',')
  for (const name of names)
    if (!Object.hasOwn(known, name)) throw new GraphFault(400, 100, `(#100) Tried accessing nonexisting field (${name})`)
  return Object.fromEntries([...new Set(['id', ...names])].filter((name) => known[name] !== undefined).map((name) => [name, known[name]]))
}
