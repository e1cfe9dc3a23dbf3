import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupOf } from '#features/visits/work/feet.ts'
import type { WorkTemplate } from '#features/visits/work/templates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeFixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ mode: 'production' })
})
afterAll(() => server.stop())

const WEDGES = {
  name: 'Bar shoes and wedges',
  serviceType: 'Front shoes new',
  setup: setupOf('Front shoes new') ?? null,
  description: 'Heart bars in front',
  recommendations: 'X-ray before next time',
  resetsCycle: true,
}

test('a template is kept whole, listed by name, changed, removed and put back', async () => {
  const practice = await makeFixturePractice(server.app, 'With templates')
  const made = await practice.post('/api/work-templates', WEDGES)
  expect([made.statusCode, made.json()]).toEqual([201, { id: expect.any(String), ...WEDGES }])
  const { id } = made.json<WorkTemplate>()
  const bare = (await practice.post('/api/work-templates', { name: 'Another', serviceType: 'Trim' })).json<WorkTemplate>()
  expect(bare).toMatchObject({ setup: null, description: null, resetsCycle: true })
  const first = await practice.get('/api/work-templates?limit=1')
  expect(first.json<WorkTemplate[]>().map((one) => one.name)).toEqual(['Another'])
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
  expect((await practice.get(next)).json<WorkTemplate[]>().map((one) => one.id)).toEqual([id])
  expect((await practice.put(`/api/work-templates/${id}`, { description: '' })).json()).toMatchObject({ ...WEDGES, description: null })
  expect((await practice.delete(`/api/work-templates/${id}`)).statusCode).toBe(204)
  expect((await practice.put(`/api/work-templates/${id}`, { name: 'x' })).statusCode).toBe(404)
  const [removed] = (await practice.get('/api/dashboard/activity?limit=1')).json<{ id: string; title: string }[]>()
  expect(removed?.title).toBe('Removed Bar shoes and wedges')
  expect((await practice.post(`/api/activity/${removed?.id}/undo`)).statusCode).toBe(204)
  expect((await practice.get('/api/work-templates')).json()).toHaveLength(2)
})

test('an invalid template is refused, and one of another practice is not found', async () => {
  const practice = await makeFixturePractice(server.app, 'Strict')
  for (const body of [{}, { ...WEDGES, name: ' ' }, { ...WEDGES, serviceType: '' }, { ...WEDGES, setup: { NF: { work: 'trim' } } }])
    expect((await practice.post('/api/work-templates', body)).statusCode, JSON.stringify(body)).toBe(400)
  const { id } = (await practice.post('/api/work-templates', WEDGES)).json<WorkTemplate>()
  expect((await server.other.put(`/api/work-templates/${id}`, { name: 'Theirs' })).json()).toMatchObject({ code: 'template_not_found' })
  expect((await server.other.delete(`/api/work-templates/${id}`)).statusCode).toBe(404)
  expect((await server.other.get('/api/work-templates')).json()).toEqual([])
  expect((await server.app.inject({ url: '/api/work-templates' })).statusCode).toBe(401)
})

test('a smaller plan refuses new and changed templates with a reason, also from a device; existing ones stay and can be removed', async () => {
  const practice = await makeFixturePractice(server.app, 'On essential')
  const { id } = (await practice.post('/api/work-templates', WEDGES)).json<WorkTemplate>()
  await server.asOwner(`update directory.practices set tier = 'essential' where id = '${practice.practiceId}'`)
  server.app.sessions.forget(practice.cookies[server.app.cookieName] ?? '')
  const refused = await practice.post('/api/work-templates', WEDGES)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    403,
    {
      code: 'templates_not_in_plan',
      message:
        "Your plan doesn't include your own templates. You can still use those you have; to add or change one, change to Professional.",
    },
  ])
  expect((await practice.put(`/api/work-templates/${id}`, { name: 'x' })).statusCode).toBe(403)
  const device = practice.device()
  const { results } = await device.push(device.op({ entity: 'work_templates', action: 'CREATE', id: uuidv7(), data: WEDGES }))
  expect(results).toMatchObject([{ status: 'rejected', code: 'templates_not_in_plan' }])
  expect((await practice.get('/api/work-templates')).json()).toMatchObject([{ id }])
  expect((await practice.delete(`/api/work-templates/${id}`)).statusCode).toBe(204)
})

test('in the test version everything is on', async () => {
  const test = await startTestServer({ own: true })
  await test.asOwner(`update directory.practices set tier = 'essential'`)
  test.app.sessions.forget(test.gareth.cookies[test.app.cookieName] ?? '')
  expect((await test.gareth.post('/api/work-templates', WEDGES)).statusCode).toBe(201)
  await test.stop()
})
