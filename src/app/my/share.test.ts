import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MOST_OPEN_SHARES } from '#features/records/guests/share-rules.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { makeGuest } from '#testing/guests.ts'
import { startPortal } from '#testing/portal.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { makeShownHorse, type ShownHorse } from '#testing/shown-horse.ts'

let server: TestServer
let portal: App
let horse: ShownHorse
beforeEach(async () => {
  server = await startTestServer()
  portal = await startPortal(server.app.setup)
  horse = await makeShownHorse(server, portal)
})
afterEach(async () => {
  await portal.close()
  await server.stop()
})

const open = (url: string) => portal.inject({ url })
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const shares = async () => (await server.gareth.get(`/api/horses/${horse.biscuit}/shares`)).json<{ id: string; closed: string | null }[]>()
const asked = (fields: Record<string, string>) => horse.guest.submit(horse.path, { ...horse.form, ...fields })

describe('making a link', () => {
  test('is refused with a sentence for each thing that is wrong, and nothing typed is lost', async () => {
    for (const [fields, sentence] of REFUSED) {
      const answer = await asked({ toName: 'Tom Pugh of Llan', step: 'make', ...fields })
      expect(answer.statusCode, sentence).toBe(422)
      expect(plain(answer.body)).toContain(sentence)
      if (!fields.toName) expect(answer.body).toContain(`value="${fields.toName?.trim() ?? 'Tom Pugh of Llan'}"`)
      expect(answer.body).toMatch(new RegExp(`<input(?=[^>]*name="photo-${horse.photos.chosen}")(?=[^>]*checked)`))
    }
    expect(await shares()).toEqual([])
  })

  const REFUSED: [fields: Record<string, string>, sentence: string][] = [
    [{ toName: '  ' }, 'Say who it’s for: a name will do.'],
    [{ toName: 'x'.repeat(81) }, 'Use a shorter name: 80 letters at most.'],
    [{ purpose: '' }, 'Say what it’s for.'],
    [{ purpose: 'gossip' }, 'Say what it’s for.'],
    [{ work: '', findings: 'yes' }, 'Tick Work and feet too.'],
    [{ from: '2026-02-30' }, 'That isn’t a day.'],
    [{ from: '2030-01-01' }, 'That day is still to come.'],
    [{ days: '91' }, 'Choose for how long the link works.'],
    [{ days: '' }, 'Choose for how long the link works.'],
  ]

  test('shows first what they will see, without making anything; what was chosen can be changed, and goes along', async () => {
    const { photos } = horse
    const preview = await asked({ step: 'preview', findings: 'yes', from: horse.day(-30), [`photo-${photos.old}`]: 'yes' })
    const words = plain(preview.body)
    expect(preview.statusCode).toBe(200)
    for (const word of [
      'for Tom Pugh, about a sale',
      'It works until',
      'Full set new',
      'A little thrush.',
      'A photo you ticked is from before',
    ])
      expect(words).toContain(word)
    for (const word of ['Short toes', 'Visit card', 'Vet letter']) expect(words).not.toContain(word)
    expect(preview.body).not.toContain(photos.left)
    expect(await shares()).toEqual([])
    const changed = await asked({ step: 'change', findings: 'yes' })
    expect(changed.body).toMatch(/checked="" [^>]*name="findings"|name="findings"[^>]*checked/)
    expect(await shares()).toEqual([])
  })

  test('a form that is sent twice makes one link, with an address for each time; another’s form makes none of it', async () => {
    const formId = uuidv7()
    const [first, second] = [await horse.share({ formId }), await horse.share({ formId })]
    expect(first).not.toBe(second)
    expect(await shares()).toHaveLength(1)
    for (const link of [first, second]) expect((await open(link)).statusCode).toBe(200)
    const partner = await makeGuest(portal, { practice: server.gareth, clientId: horse.sian })
    const theirs = await partner.submit(horse.path, { ...horse.form, formId, step: 'make' })
    expect([theirs.statusCode, plain(theirs.body).includes('This link has ended.')]).toEqual([422, true])
    await server.gareth.post(`/api/shares/${formId}/end`)
    expect((await asked({ formId, step: 'make' })).statusCode).toBe(422)
  })

  test('wants a proof of a quarter of an hour, says so on the page, and keeps what was chosen', async () => {
    await server.asOwner(
      `update directory.sessions set proved_at = proved_at - interval '16 minutes' where person_id = '${horse.guest.personId}'`,
    )
    const answer = await asked({ step: 'make' })
    expect([answer.statusCode, await shares()]).toEqual([422, []])
    expect(plain(answer.body)).toContain('You signed in a while ago.')
    expect(answer.body).toContain('type="hidden" name="toName" value="Tom Pugh"')
  })

  test(`is refused while ${MOST_OPEN_SHARES} are open, and good again once one is ended`, async () => {
    for (let made = 0; made < MOST_OPEN_SHARES; made++) await horse.share({ toName: `Buyer ${made}` })
    const answer = await asked({ step: 'make' })
    expect([answer.statusCode, plain(answer.body).includes('Twenty links are open.')]).toEqual([422, true])
    await server.gareth.post(`/api/shares/${(await shares())[3]?.id}/end`)
    expect((await open(await horse.share())).statusCode).toBe(200)
  })

  test('is for who holds the horse alone, and says why where it can’t be: sold, switched off, no such plan', async () => {
    const { gareth } = server
    const helper = await makeGuest(portal, { practice: gareth, clientId: horse.sian, role: 'helper', seesMoney: true })
    const stranger = await makeGuest(portal, { practice: gareth, clientId: horse.emma })
    const end = `/my/at/${gareth.practiceId}/shares/${(await horse.share()) && (await shares())[0]?.id}/end`
    const horsePage = `/my/at/${gareth.practiceId}/horses/${horse.biscuit}`
    expect((await helper.get(horsePage)).body).not.toContain(horse.path)
    expect((await horse.guest.get(horsePage)).body).toContain(horse.path)
    for (const guest of [helper, stranger])
      expect([
        (await guest.get(horse.path)).statusCode,
        (await guest.submit(horse.path, { ...horse.form, step: 'make' })).statusCode,
        (await guest.submit(end)).statusCode,
      ]).toEqual([404, 404, 404])
    await gareth.put('/api/settings', { portal: { may: { share: false } } })
    expect((await horse.guest.get(horsePage)).body).not.toContain(horse.path)
    expect(plain((await asked({ step: 'make' })).body)).toContain('links to horses switched off')
    await gareth.put('/api/settings', { portal: { may: { share: true } } })
    await gareth.put(`/api/horses/${horse.biscuit}`, { clientId: horse.emma })
    const sold = await asked({ step: 'make' })
    expect([sold.statusCode, plain(sold.body).includes('Biscuit isn’t yours any more')]).toEqual([422, true])
    expect(plain(sold.body)).toContain('Closed: the horse isn’t yours any more')
    expect(await shares()).toHaveLength(1)
  })
})

test('the farrier reads every link to a horse and ends any, by their role; the journal names who did it', async () => {
  await horse.share()
  const [share] = await shares()
  expect(share).toMatchObject({ purpose: 'sale', parts: { work: true, findings: false }, photoCount: 1, fromOn: null, closed: null })
  const far = (await server.other.get(`/api/horses/${horse.biscuit}/shares`)).statusCode
  const farEnd = (await server.other.post(`/api/shares/${share?.id}/end`)).statusCode
  expect([far, farEnd]).toEqual([404, 404])
  const ended = (await server.gareth.post(`/api/shares/${share?.id}/end`)).json()
  expect(ended).toMatchObject({ closed: 'ended', endedBy: 'practice' })
  const lines = await server.asOwner(`select verb, by_person as person from activity
    where verb in ('shared_horse', 'ended_link') and practice_id = '${server.gareth.practiceId}' order by at`)
  expect(lines).toEqual([
    { verb: 'shared_horse', person: horse.guest.personId },
    { verb: 'ended_link', person: null },
  ])
  expect(plain((await horse.guest.get(horse.path)).body)).toMatch(/Ended on [\w ]+ by your farrier/)
})
