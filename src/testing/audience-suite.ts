import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FarPerson } from '#connectors/kit/audience.ts'
import type { AudienceConnector } from '#connectors/kit/connector.ts'
import type { ListFault, ListPerson } from '#connectors/kit/far-list-server.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Credentials, Wire } from '#connectors/kit/wire.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { currentTime } from '#lib/clock.ts'
import { openReach } from '#platform/server/reach.ts'

/** A service that runs for a test, with two lists, and those who read what it sends. */
type AudienceFarSide = {
  host: string
  credentials: Credentials
  lists: [id: string, other: string]
  people: (listId: string) => ListPerson[]
  /** All it knows of anyone, as one text. */
  everything: () => string
  leave: (listId: string, email: string) => void
  /** The farrier adds someone there. */
  add: (listId: string, email: string) => void
  removeList: (listId: string) => void
  fail: (fault: ListFault | null) => void
  loseAnswers: (count: number) => void
  stop: () => Promise<void>
}
type Starter = { missing: string | null; start: () => Promise<AudienceFarSide> }

const PATIENCE_MS = 400
let next = 1
const personOf = (more: Partial<FarPerson> = {}): FarPerson => {
  const nth = next++
  const uid = `019f2a1c-0000-7000-8000-${String(nth).padStart(12, '0')}`
  return { uid, email: `sarah${nth}@penrose.example`, firstName: 'Sarah', tags: ['Town: Ludlow', 'Due: May'], ...more }
}

/** What every newsletter service does, at one that runs. */
export function audienceSuite(name: string, { audience, check, manifest }: AudienceConnector, { missing, start }: Starter) {
  describe.skipIf(missing !== null)(`${name}${missing ? ` (missing: ${missing})` : ''}`, () => {
    let far: AudienceFarSide
    let wire: Wire
    const wireWith = (more: Partial<Credentials> = {}, mostMs = 20_000): Wire =>
      openWire({
        fetch: openReach({ reach: [far.host], mostMs }),
        manifest: { pace: { atOnce: manifest.pace?.atOnce ?? 1, perMinute: 100_000 } },
        credentials: { ...far.credentials, ...more },
      })
    const refusal = (asking: Promise<unknown>) =>
      asking.then(
        (answer) => ({ answer }),
        (error: unknown) => (error instanceof Refusal ? { kind: error.kind, afterMs: error.afterMs, sentence: error.sentence } : { error }),
      )
    const put = (person: FarPerson, listId = far.lists[0]) => audience.put(wire, listId, person)
    const there = (person: FarPerson, listId = far.lists[0]) => far.people(listId).filter(({ email }) => email === person.email)
    const remove = (person: FarPerson, isForGood: boolean) => audience.remove(wire, far.lists[0], audience.idOf(person), isForGood)

    beforeAll(async () => {
      far = await start()
      await audience.prepare(wireWith(), far.lists[0])
    })
    beforeEach(() => {
      far.fail(null)
      far.loseAnswers(0)
      wire = wireWith()
    })
    afterAll(() => far?.stop())

    test('names its account and its lists', async () => {
      expect((await check(wire)).account).toBe('Gareth Probert Farriery')
      expect(await audience.lists(wire)).toEqual([
        { id: far.lists[0], name: 'Newsletter' },
        { id: far.lists[1], name: 'Yard news' },
      ])
    })

    test('a person is there once, with their first name and tags, and as they are changed', async () => {
      const person = personOf()
      await put(person)
      await put(person)
      expect(there(person)).toEqual([{ email: person.email, firstName: 'Sarah', tags: ['Due: May', 'Town: Ludlow'], status: 'on' }])
      await put({ ...person, firstName: 'Sally', tags: ['Due: June'] })
      expect(there(person)).toEqual([{ email: person.email, firstName: 'Sally', tags: ['Due: June'], status: 'on' }])
      await put({ ...person, tags: [] })
      expect(there(person)).toMatchObject([{ tags: [] }])
    })

    test('nothing leaves but the address, the first name, the tags and our id', async () => {
      const person = { ...personOf({ tags: ['Town: Ludlow'] }), lastName: 'Penrose', phone: '07700900123' }
      await put(person)
      expect(far.everything()).not.toMatch(/Penrose"|07700900123/)
    })

    test('an answer that was lost: the repeat makes no second one', async () => {
      const person = personOf()
      far.loseAnswers(1)
      expect(await refusal(put(person))).toMatchObject({ kind: 'later' })
      await put(person)
      expect(there(person)).toHaveLength(1)
      far.loseAnswers(1)
      expect(await refusal(remove(person, true))).toMatchObject({ kind: 'later' })
      await remove(person, true)
      expect(there(person)).toEqual([])
    })

    test('what others have of a person there stays', async () => {
      const person = personOf()
      far.add(far.lists[0], person.email)
      await put(person)
      expect(there(person)).toHaveLength(1)
      expect(there(person)[0]).toMatchObject({ firstName: 'Sarah', tags: expect.arrayContaining(['Town: Ludlow', 'Due: May']) })
      expect(far.everything()).toMatch(/VIP|"Own"|\{\}/)
    })

    test.each([
      ['taken off', false],
      ['deleted', true],
    ])('a person is %s, and again', async (_, isForGood) => {
      const person = personOf()
      await put(person)
      for (let times = 0; times < 2; times++) {
        await remove(person, isForGood).catch((error) => expect(error).toMatchObject({ kind: 'refused' }))
        expect(there(person).filter(({ status }) => status === 'on')).toEqual([])
      }
      expect(far.everything().includes(person.email)).toBe(!isForGood)
    })

    test('a person who was taken off is put there again', async () => {
      const person = personOf()
      await put(person)
      await remove(person, false)
      await put(person)
      expect(there(person)).toMatchObject([{ status: 'on' }])
    })

    test('who is not there is removed', async () => {
      await remove(personOf(), true)
      await remove(personOf(), false)
    })

    test('who left is told once since the cursor, and is not put there again', async () => {
      const [stays, leaves] = [personOf(), personOf()]
      await put(stays)
      await put(leaves)
      const before = (await audience.leftSince(wire, far.lists[0], null)).cursor
      far.leave(far.lists[0], leaves.email)
      const { cursor, left } = await audience.leftSince(wire, far.lists[0], before)
      const mine = left.filter(({ email }) => [stays.email, leaves.email].includes(email))
      expect(mine).toEqual([{ email: leaves.email, at: expect.any(Date) }])
      expect(Math.abs((mine[0]?.at.getTime() ?? 0) - currentTime().getTime())).toBeLessThan(60_000)
      expect(cursor >= before).toBe(true)
      expect(await refusal(put(leaves))).toMatchObject({ kind: 'refused', sentence: expect.stringContaining('unsubscribed') })
      expect(there(leaves)).toMatchObject([{ status: 'left' }])
    })

    test.each(['Zoë', "O'Brien", '馬蹄', '"};drop table', '<b>Sarah</b>', 'A'.repeat(80), '', 'نور', '🐴 Sarah', 'a\nb'])(
      'the name %j arrives as it is',
      async (firstName) => {
        const person = personOf({ firstName, tags: [`Town: ${firstName.replaceAll('\n', ' ').replaceAll(', ', ' ')}x`] })
        await put(person)
        expect(there(person)).toMatchObject([{ firstName, tags: person.tags }])
      },
    )

    test.each([
      "o'brien+news@sub.penrose.example",
      'a/b?c=d&e#f@penrose.example',
      'UPPER.Case@Penrose.Example',
      'plus+tag@penrose.example',
    ])('the address %s is one person', async (email) => {
      const person = personOf({ email })
      await put(person)
      await put(person)
      expect(far.people(far.lists[0]).filter((one) => one.email.toLowerCase() === email.toLowerCase())).toHaveLength(1)
      await remove(person, true)
      expect(far.everything().toLowerCase()).not.toContain(email.toLowerCase())
    })

    test('an address it will not have is refused in a sentence', async () => {
      for (const email of ['nobody@example.com', 'not an address'])
        expect(await refusal(put(personOf({ email })))).toMatchObject({ kind: 'refused', sentence: expect.stringMatching(/^.{10,}/) })
    })

    test.each(['wrong', '', 'with a space', 'ключ', 'line\nbreak'])('the wrong key %j is refused in a sentence', async (key) => {
      const wrong = wireWith({ key })
      const said = { kind: 'sign_in', sentence: expect.stringContaining('refused the key') }
      expect(await refusal(check(wrong))).toMatchObject(said)
      expect(await refusal(audience.put(wrong, far.lists[0], personOf()))).toMatchObject(said)
    })

    test('a key that was revoked is refused in a sentence', async () => {
      far.fail('revoked')
      expect(await refusal(put(personOf()))).toMatchObject({ kind: 'sign_in', sentence: expect.stringContaining('refused the key') })
    })

    test.each(['busy', 'busy for 2 minutes', 'broken', 'hanging', 'cut', 'nonsense', 'another shape', 'huge'] as const)(
      'when it is %s nothing is lost, and it is well again afterwards',
      async (fault) => {
        const person = personOf()
        far.fail(fault)
        const slow = wireWith({}, fault === 'hanging' ? PATIENCE_MS : 20_000)
        const kind = fault === 'huge' ? 'refused' : 'later'
        const waits = fault === 'busy for 2 minutes' ? { afterMs: 120_000 } : { afterMs: undefined }
        expect(await refusal(audience.put(slow, far.lists[0], person))).toMatchObject({ kind, ...waits })
        expect(await refusal(audience.leftSince(slow, far.lists[0], null))).toMatchObject({ kind, ...waits })
        expect(await refusal(audience.lists(slow))).toMatchObject({ kind, ...waits })
        far.fail(null)
        await put(person)
        expect(there(person)).toHaveLength(1)
      },
    )

    test('a list that is gone is gone, in a sentence, and nobody is on it', async () => {
      const person = personOf()
      await put(person, far.lists[1])
      far.removeList(far.lists[1])
      expect(await refusal(audience.prepare(wire, far.lists[1]))).toMatchObject({
        kind: 'gone',
        sentence: expect.stringContaining('Choose another'),
      })
      await audience.remove(wire, far.lists[1], audience.idOf(person), false)
    })
  })
}
