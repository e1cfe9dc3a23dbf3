// The server's routes outside openapi.json: hooks, pages opened by a link, and bytes. Read from the app's own routes, so that none is forgotten.
import { buildApp } from '#app/build-app.ts'
import type { Database } from '#platform/server/database/db.ts'
import { fileStore } from '#platform/server/files/store.ts'
import { testHash, testVault } from '#testing/vault.ts'

export type Hidden = { method: string; path: string }

/** Routes that openapi.json does not name and that take a path, a form or a body. */
export async function hiddenRoutes(origin: string): Promise<Hidden[]> {
  // Listing the routes needs no database.
  const db = { pool: undefined, follow() {}, announcing: { listen: () => () => {} } } as unknown as Database
  const app = await buildApp({
    db,
    files: fileStore({ filesFolder: 'data/files' }),
    vault: testVault(),
    keyedHash: testHash(),
    mode: 'test',
    origin,
    checksAnswers: false,
  })
  await app.ready()
  const hidden = app.routeTable.filter(({ method, path, schema }) => {
    const isNamed = (schema as { hide?: boolean } | undefined)?.hide !== true && path.startsWith('/api/')
    return !isNamed && method !== 'HEAD' && (method !== 'GET' || path.includes(':'))
  })
  await app.close()
  return hidden.map(({ method, path }) => ({ method, path }))
}

const ENOUGH = 9900
const MB = 1024 * 1024 - 100
const full = (unit: string, most = MB) => unit.repeat(Math.floor(most / unit.length))

/** JSON that costs its parser more than its bytes: up to the limit, and above it. `things` is the number of items. */
const HOSTILE_LISTS: Readonly<Record<string, (things: number) => string>> = {
  'empty lists': (things) => `[${'[],'.repeat(things)}0]`,
  'objects of other names': (things) => `[${Array.from({ length: things }, (_, n) => `{"k${n}":1},`).join('')}0]`,
  'one object of many names': (things) => `{${Array.from({ length: things }, (_, n) => `"k${n}":1,`).join('')}"k":1}`,
  texts: (things) => `[${'"",'.repeat(things)}0]`,
}

/** JSON bodies of an object with these fields: each field a list, together as many items as the server reads; and far too many. */
export function hostileJson(fields: readonly string[]): Record<string, string> {
  const things = Math.floor(ENOUGH / Math.max(1, fields.length))
  const ofFields = Object.entries(HOSTILE_LISTS).map(([what, list]) => {
    const value = list(things)
    return [what, `{${fields.map((name) => `${JSON.stringify(name)}:${value}`).join(',')}}`] as const
  })
  return {
    ...Object.fromEntries(ofFields),
    '1 MB of lists': `[${full('[],')}0]`,
    '1 MB of depth': full('['),
    '1 MB of escapes': `"${full('\\n')}"`,
  }
}

const FORM = 'application/x-www-form-urlencoded'
const multipart = (body: string) => ({ type: 'multipart/form-data; boundary=b', content: body })
const part = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** Content that anyone may post where a form, or bytes of any kind, are accepted. */
export const HOSTILE_FORMS: Readonly<Record<string, { type: string; content: string }>> = {
  'a form of one name': { type: FORM, content: full('a&') },
  'a form of 1,000 fields of one name': { type: FORM, content: `${'a=x&'.repeat(999)}a=${'%41'.repeat(100_000)}` },
  'a form of many names': { type: FORM, content: Array.from({ length: 90_000 }, (_, n) => `a${n}=`).join('&') },
  'one field of 1 MB': { type: FORM, content: `a=${full('%', MB - 2)}` },
  'parts of one name': multipart(`${part('a', 'x').repeat(15_000)}--b--`),
  'parts of many names': multipart(`${Array.from({ length: 12_000 }, (_, n) => part(`a${n}`, 'x')).join('')}--b--`),
  'a part that is all dashes': multipart(`${part('a', full('\r\n--', MB - 100))}--b--`),
  'a head of a part of 1 MB': multipart(`--b\r\n${full('a: b\r\n', MB - 100)}`),
  'JSON of lists': { type: 'application/json', content: `[${full('[],')}0]` },
  'JSON of 9,900 lists': { type: 'application/json', content: HOSTILE_LISTS['empty lists']?.(ENOUGH) ?? '' },
  'bytes of no kind': { type: 'application/octet-stream', content: full('\u0000') },
}
