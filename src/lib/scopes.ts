/** What an API key may be given access to, as `/settings/api` lists it. */
export const SCOPED = ['clients', 'yards', 'horses', 'visits', 'work', 'tasks', 'files', 'invoices', 'payments'] as const
export type Scoped = (typeof SCOPED)[number]

/** What an API key may do with it. Writing does not include reading. */
export type Scope = `${Scoped}:${'read' | 'write'}`

/** Every scope. */
export const SCOPES: readonly Scope[] = SCOPED.flatMap((each): Scope[] => [`${each}:read`, `${each}:write`])

/** What every API key begins with. A session's token never does, so that neither is looked up as the other. */
export const API_KEY_PREFIX = 'prt_'
