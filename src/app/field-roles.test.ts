import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Role } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { explain } from '#lib/errors.ts'
import { type SyncedName, syncedNames } from '#lib/synced.ts'
import type { ServedRoute } from '#platform/server/http/http.ts'
import type { Need } from '#testing/feature-sample.ts'
import { fieldsOf } from '#testing/field-values.ts'
import type { Sample } from '#testing/ground.ts'
import { makeFixturePractice } from '#testing/practice.ts'
import { FIELDS_OF, FIELDS_SENT, makeRecords, makeSamples } from '#testing/samples.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const ROLES: readonly Role[] = ['owner', 'farrier', 'office', 'apprentice']

let server: TestServer
let routes: ServedRoute[]
beforeAll(async () => {
  server = await startTestServer()
  routes = server.app.routeTable.filter((route) => route.audience === 'member' && bodyOf(route) && nameOf(route) !== 'POST /api/sync/push')
})
afterAll(() => server.stop())

const nameOf = (route: ServedRoute) => `${route.method} ${route.path}`
const bodyOf = (route: ServedRoute) => route.schema?.body as z.ZodType | undefined
const shapeOf = (entity: SyncedName) => server.app.synced[entity].write?.changeShape
const needsIn = (fields: object | undefined): Map<string, Need> =>
  new Map(
    Object.entries(fields ?? {}).flatMap(([need, names]) =>
      String(names)
        .split(' ')
        .map((name) => [name, need as Need] as const),
    ),
  )
const allows = (role: Role, need: Need | undefined) => need === 'nothing' || (need !== undefined && need !== 'nobody' && may(role, need))

let addresses = 0
const nextAddress = () => `10.3.${Math.floor(++addresses / 250)}.${addresses % 250}`

test('every field that an endpoint or a device may send is judged, and none that is not there', () => {
  const sent = routes.map((route) => [nameOf(route), [...fieldsOf(bodyOf(route) as z.ZodType).keys()].sort()])
  expect(Object.fromEntries(sent)).toEqual(
    Object.fromEntries(Object.entries(FIELDS_SENT).map(([name, fields]) => [name, [...needsIn(fields).keys()].sort()])),
  )
  const changed = syncedNames().flatMap((entity) => {
    const shape = shapeOf(entity)
    const names = shape ? [...fieldsOf(shape).keys()].sort() : []
    return names.length > 0 ? [[entity, names] as const] : []
  })
  expect(Object.fromEntries(changed)).toEqual(
    Object.fromEntries(Object.entries(FIELDS_OF).map(([name, fields]) => [name, [...needsIn(fields).keys()].sort()])),
  )
})

describe.each(ROLES)('for an %s', { timeout: 300_000 }, (role) => {
  test('each field of every endpoint is taken or refused as the table of fields has it', async () => {
    const practice = await makeFixturePractice(server.app, `A ${role}`)
    const samples = await makeSamples(practice)
    const who = await practice.addMember('The Member', role)
    const wrong: string[] = []
    for (const name of samples.inOrder(routes.map(nameOf))) {
      const sample = samples.of(name)
      const route = routes.find((one) => nameOf(one) === name)
      const needs = needsIn(FIELDS_SENT[name])
      if (sample.contentType) continue
      const shape = route && bodyOf(route)
      for (const [field, value] of shape ? fieldsOf(shape) : []) {
        const payload = bodyWith(shape as z.ZodType, sample, field, value)
        const url = sample.url.replace(/\/id(?=\/|$)/, `/${sample.id}`)
        const { statusCode, body } = await server.app.inject({
          method: name.split(' ')[0] as 'PUT',
          url,
          cookies: who.cookies,
          remoteAddress: nextAddress(),
          payload,
        })
        const isForbidden = statusCode === 403 && body.includes('"forbidden"')
        // A refused shape is refused before its sender is checked.
        const isRight = allows(role, needs.get(field)) ? !isForbidden && statusCode < 500 && !body.includes(MISSHAPEN) : isForbidden
        if (!isRight) wrong.push(`${name} ${field}: ${statusCode} ${JSON.stringify(payload)} ${body.slice(0, 160)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('each field a device changes is taken or refused as the table of fields has it', async () => {
    const practice = await makeFixturePractice(server.app, `A ${role}`)
    const made = await makeRecords(practice)
    const device = (await practice.addMember('The Member', role)).device()
    const wrong: string[] = []
    for (const entity of syncedNames()) {
      const needs = needsIn(FIELDS_OF[entity])
      const shape = shapeOf(entity)
      const fields = shape ? [...fieldsOf(shape)] : []
      if (fields.length === 0) continue
      const ops = fields.map(([field, value]) => device.op({ entity, action: 'UPDATE', id: made[entity].id, data: { [field]: value } }))
      const { results } = await device.push(...ops)
      for (const [at, [field]] of fields.entries()) {
        const result = results[at]
        const isForbidden = result?.status === 'rejected' && result.code === 'forbidden'
        const isMisshapen = result?.code === 'bad_request' && result.fields?.includes(field)
        const isRight = allows(role, needs.get(field)) ? result && !isForbidden && !isMisshapen : isForbidden
        if (!isRight) wrong.push(`${entity} ${JSON.stringify(ops[at]?.data)}: ${result?.status} ${result?.code} ${result?.fields}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

/* A contract's errors about a body; a service that refuses one has words of its own. */
const MISSHAPEN = explain('bad_request').message

/** Halves of a position. */
const BESIDE: Record<string, object> = { lat: { lng: -2.8 }, lng: { lat: 52.2 } }

/** A body with what its shape requires, and this one field. */
function bodyWith(shape: z.ZodType, sample: Sample, field: string, value: unknown): object {
  const sent = (sample.body ?? {}) as Record<string, unknown>
  const isNeeded = (name: string) => !shape.safeParse(Object.fromEntries(Object.entries(sent).filter(([key]) => key !== name))).success
  const needed = Object.entries(sent).filter(([name]) => isNeeded(name))
  return { ...Object.fromEntries(needed), ...BESIDE[field], [field]: sent[field] ?? value }
}
