import { existsSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayAndYear, dayOf, shortDay } from '#lib/dates.ts'
import { DESKTOP, expectAccessible, PHONE, type Visitor } from '#testing/e2e.ts'
import { calm } from '#testing/e2e-ledger.ts'
import { type Device, openPractice, type Practice } from '#testing/e2e-practice.ts'
import { pictureElements, words, writeDicom } from '#testing/radiographs/writer.ts'
import { atLength, isWhole } from '#testing/whole.ts'
import { expectFaultless } from './faultless.ts'
import { openPortalHouse, type PortalHouse } from './portal-house.ts'
import { pressing } from './taps.ts'

/* A vet is let in by a tap of the owner's, and out by another; between them a film, a plan, and shoes by that plan in a barn without signal. */

/** Of Debian's python3-pydicom, where that is installed: a machine's own film, 0.66 mm a point. */
const REAL = '/usr/lib/python3/dist-packages/pydicom/data/test_files/CT_small.dcm'
/** What each takes at most, from the message on their phone: the link too is a press. */
const MOST_PRESSES = { invite: 4, agree: 2, in: 6, film: 3, measure: 4, plan: 4, accept: 1, shoe: 4, end: 2 }

const today = dayOf(currentTime(), 'Europe/London')
const review = addDays(today, 42)
const SHOE = { work: 'new', shoe: 'Fullered', size: '5¼' }
const TRIM = { work: 'trim' }

let house: PortalHouse
beforeAll(async () => {
  house = await openPortalHouse()
})
afterAll(() => house.close())

describe.each(atLength([PHONE], [PHONE, DESKTOP]))('a farrier, an owner, a vet and a physio, at %i px', (width) => {
  const phone = `+447700900${width === PHONE ? 421 : 422}`
  const [mail, mia, tom] = ['ffion', 'mia', 'tom'].map((who) => `${who}.${width}@example.com`) as [string, string, string]
  let practice: Practice
  let farrier: Device
  let owner: Visitor
  let vet: Visitor
  let physio: Visitor
  let horseId: string
  let clientId: string
  let link: string
  const presses: Partial<Record<keyof typeof MOST_PRESSES, number>> = {}

  const add = async (path: string, body: object) => (await farrier.api.post<{ id: string }>(path, body)).id
  const settled = (page: Page, what: string) => (isWhole ? expectFaultless(page, what, width) : expectAccessible(page, what))

  afterAll(() => {
    // A refusal and an access that has ended are pages of their own status.
    for (const { problems } of [farrier, owner, vet, physio].filter(Boolean))
      expect(problems.filter((problem) => !/status of (410|422)/.test(problem))).toEqual([])
  })

  test('the farrier asks the owner whether a vet may see the horse, before anyone has invited the vet', async () => {
    practice = await openPractice(house, `Farrow Farriery ${width}`, house.tokenTo)
    farrier = await practice.device({ width, keepsApp: true })
    clientId = await add('/api/clients', { name: 'Ffion Rees', phone, email: mail })
    horseId = await add('/api/horses', { name: 'Conker', clientId, cycleDays: 42, flags: ['kicks'] })
    const setup = { NF: SHOE, OF: SHOE, NH: TRIM, OH: TRIM }
    await add('/api/work-entries', { horseId, serviceType: 'Front shoes new', workDate: addDays(today, -49), setup })
    const when = { startTime: `${today}T08:00:00Z`, endTime: `${today}T09:00:00Z`, isCallOnly: true, callNumber: 1, callPeriod: 'AM' }
    await add('/api/appointments', { title: 'Mill Lane', clientId, horses: [{ horseId }], ...when })
    // As the operator arranges it: what owners pay is the tests' of services.
    for (const service of ['vet-integration', 'para-professional'])
      await practice.ask(
        `with seat as (insert into directory.seats (id, practice_id, horse_id, service, from_on)
           values (gen_random_uuid(), $1, $2, $3, $4) returning *)
         insert into horse_services (practice_id, id, horse_id, service, from_on) select practice_id, id, horse_id, service, from_on from seat`,
        ...[horseId, service, today],
      )

    const { page } = farrier
    await page.goto(`/horses?horse=${horseId}&tab=details`)
    const services = page.getByRole('region', { name: 'Professional Services' })
    await services.waitFor()
    await settled(page, 'a horse that nobody else sees')
    const press = pressing()
    await press(services.getByRole('button', { name: 'Let a vet see it' }))
    const dialog = page.getByRole('dialog', { name: 'Let a vet see Conker' })
    await press(dialog.getByLabel('Their name'))
    await page.keyboard.type('Mia Bevan')
    await dialog.getByLabel('Their practice').fill('Teme Vets')
    await press(dialog.getByLabel('Their e-mail or mobile number'))
    await page.keyboard.type(mia)
    await settled(page, 'whom to let in')
    await press(dialog.getByRole('button', { name: 'Ask the owner' }))
    await services.getByText('Asked, waits for the owner’s yes').waitFor()
    presses.invite = press.count()
    await settled(page, 'a horse whose owner is asked')
    link = /http\S+/.exec(await house.messageTo(phone, /may Mia Bevan, Teme Vets see the record of Conker/))?.[0] ?? ''
    expect(link).toContain(house.url)
    expect(house.allTo(mia)).toEqual([])
  })

  test('the owner agrees with one tap, and only then the vet is invited', async () => {
    owner = await house.visit(width)
    const { page } = owner
    const press = pressing(1)
    await page.goto(link)
    await settled(page, 'what an owner would agree to')
    expect(house.allTo(mia)).toEqual([])
    await press(page.getByRole('button', { name: 'Yes, I agree' }))
    await page.getByText('You have agreed.').waitFor()
    presses.agree = press.count()
    await settled(page, 'what an owner has agreed to')
    expect((await page.request.get(`${new URL(page.url()).pathname}/agreement.pdf`)).headers()['content-type']).toBe('application/pdf')
    await house.messageTo(mia, /would like you to see a horse's record/)
  })

  test('the vet comes in by the address that was named, and finds the horse', async () => {
    vet = await house.visit(width)
    presses.in = await comeIn(vet.page, mia, 'M 7012345')
    const { page } = vet
    await page.goto('/my/care')
    await page.getByRole('link', { name: /^Conker/ }).waitFor()
    await settled(page, 'the horses a vet looks after')
    await page.getByRole('link', { name: /^Conker/ }).click()
    await page.getByText('Kicks').waitFor()
    await settled(page, 'a horse as a vet reads it')
  })

  test('sends a machine’s own film, and measures on it', async () => {
    const { page } = vet
    const press = pressing()
    await page.getByLabel('Foot').selectOption('NF')
    const chosen = page.waitForEvent('filechooser')
    await press(page.getByText('Choose files'))
    await (await chosen).setFiles({ name: 'IM1', mimeType: '', buffer: existsSync(REAL) ? readFileSync(REAL) : drawn() })
    // The film names another horse: the vet gets a question, and may go on.
    await page.getByText('The film says it is of CompressedSamples CT1. Is it of Conker?').waitFor()
    await press(page.getByRole('button', { name: 'It’s Conker: send it' }))
    await page.getByText('IM1 is sent. The farrier has it with the horse.').waitFor()
    presses.film = press.count()
    await page.reload()
    const measure = pressing()
    await measure(page.getByRole('link', { name: 'Look at the film' }))
    const viewer = page.getByRole('dialog')
    await measure(viewer.getByRole('button', { name: 'Length', exact: true }))
    await measure(viewer.getByRole('button', { name: 'Add length' }))
    const figure = viewer.getByText(/\d mm$/).first()
    await figure.waitFor()
    presses.measure = measure.count()
    await settled(page, 'a film')
    // Saved automatically, and the same figure when the film is opened again.
    const kept = async () =>
      practice.ask<{ by: string }>('select author_name as by from film_marks where practice_id = $1 and horse_id = $2', horseId)
    await expect.poll(kept).toEqual([{ by: 'Mia Bevan' }])
    const end = viewer.getByRole('button', { name: /^Length 1, one end, [\d.]+ mm$/ })
    const before = await end.getAttribute('aria-label')
    await page.reload()
    await end.waitFor()
    expect(await end.getAttribute('aria-label')).toBe(before)
  })

  test('writes a plan; the farrier is notified and has it with the horse', async () => {
    const { page } = vet
    await page.goto(`/my/care/${await slug()}/${horseId}`)
    const press = pressing()
    await press(page.getByRole('link', { name: 'Notes and shoeing plans' }))
    await press(page.getByText('Write a shoeing plan'))
    const form = page.getByRole('form', { name: 'Write a shoeing plan' })
    await press(form.getByText('Near fore'))
    await form.getByLabel('Wedge, °').first().fill('3')
    await form.getByLabel('Pad').first().fill('Leather pad')
    await form.getByLabel('Palmar angle, °').first().fill('0.5')
    await form.getByLabel('Why, and what else').fill('Broken back axis')
    await form.getByLabel('Review on').fill(review)
    await settled(page, 'a plan being written')
    await press(form.getByRole('button', { name: 'Send the plan' }))
    await page.getByText('Near fore: 3° wedge, leather pad').waitFor()
    presses.plan = press.count()
    await settled(page, 'a plan that was sent')
  })

  test('in a barn without signal the farrier accepts it, shoes by it, and closes out', async () => {
    const { page } = farrier
    await calm(practice, [farrier])
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await page.goto('/tasks')
    const waits = page.getByRole('list', { name: 'From vets and para-professionals' })
    await waits.getByText('a shoeing plan by Mia Bevan').waitFor()
    await settled(page, 'a plan in the to-do list')
    await farrier.airplane(true)
    const accept = pressing()
    await accept(waits.getByRole('button', { name: 'Accept' }))
    await waits.waitFor({ state: 'detached' })
    presses.accept = accept.count()
    await page.goto('/round')
    await page.getByText(`Vet’s plan: near fore: 3° wedge, leather pad; review ${shortDay(review)}`).waitFor()
    await settled(page, 'a stop with a plan')
    const press = pressing()
    await press(page.getByRole('button', { name: 'Done', exact: true }))
    const dialog = page.getByRole('dialog')
    await press(dialog.getByRole('button', { name: 'Use the plan' }))
    await dialog.getByText('The feet are as planned').waitFor()
    await dialog.getByText('As last time, with 1 change').waitFor()
    await settled(page, 'a closeout by a plan')
    const step = dialog.getByRole('group', { name: 'Next step' })
    await press(step.getByRole('button').first())
    await press(step.getByRole('button', { name: /^(Just done|Done)$/ }))
    await dialog.waitFor({ state: 'detached' })
    presses.shoe = press.count()
  })

  test('with signal again the vet reads what was done', async () => {
    await farrier.airplane(false)
    await calm(practice, [farrier])
    const { page } = vet
    await page.reload()
    await page.getByText('Accepted', { exact: true }).waitFor()
    await page.getByText(`Done ${dayAndYear(today)}`).waitFor()
    await page
      .getByText(/NF: New shoe, 5¼ fullered, 3° wedge, leather pad|3° wedge, leather pad/)
      .last()
      .waitFor()
    await settled(page, 'a plan by which a horse was shod')
    const [review] = await practice.ask<{ due: string }>(
      `select due_on::text as due from tasks where practice_id = $1 and horse_id = $2 and deleted_at is null`,
      horseId,
    )
    expect(review?.due).toBe(addDays(today, 42))
  })

  test('a physio beside them reads the same record, writes a note and no plan', async () => {
    const untilOn = addDays(today, 183)
    const asked = { role: 'para-professional', name: 'Tom Pugh', to: tom, practice: 'Teme Physio', untilOn, how: 'said' }
    await farrier.api.post(`/api/horses/${horseId}/grants`, asked)
    await house.messageTo(phone, /I noted that you agree: Tom Pugh, Teme Physio may see the record of Conker/)
    physio = await house.visit(width)
    await comeIn(physio.page, tom)
    const { page } = physio
    await page.goto('/my/care')
    await page.getByRole('link', { name: /^Conker/ }).click()
    await settled(page, 'a horse as a physio reads it')
    await page.getByRole('link', { name: 'Notes', exact: true }).click()
    await page.getByText('Near fore: 3° wedge, leather pad').first().waitFor()
    expect(await page.getByText('Write a shoeing plan').count()).toBe(0)
    await page.getByRole('textbox', { name: 'Note' }).fill('Tight over the lumbar back')
    await page.getByRole('button', { name: 'Send the note' }).click()
    await page.getByText('Tight over the lumbar back').waitFor()
    await settled(page, 'notes as a physio reads them')
  })

  test('the owner ends it, and the vet’s next request is the page of an ended access; the physio’s stays', async () => {
    const { page } = owner
    const press = pressing(1)
    await page.goto(link)
    await press(page.getByRole('button', { name: 'Stop it now' }))
    await page.getByText('This has been stopped.').waitFor()
    presses.end = press.count()
    await settled(page, 'what an owner has stopped')
    const at = `/my/care/${await slug()}/${horseId}`
    for (const path of [at, `${at}/notes`]) {
      expect((await vet.page.goto(path))?.status(), path).toBe(410)
      await vet.page.getByText(`Your access to Conker ended on ${shortDay(today)}. Ask the owner.`).waitFor()
    }
    await settled(vet.page, 'an access that has ended')
    await vet.page.goto('/my/care')
    await vet.page.getByText('No horse is open to you now.').waitFor()
    await settled(vet.page, 'no horse to look after')
    expect((await physio.page.goto(at))?.status()).toBe(200)
    await farrier.page.goto(`/horses?horse=${horseId}&tab=details`)
    await farrier.page.getByRole('region', { name: 'Professional Services' }).getByText('Ended: taken back').waitFor()
    await farrier.page.getByText('Broken back axis').first().waitFor()
    await settled(farrier.page, 'a horse with a vet who is out and a physio who is in')
  })

  test('each of it took few presses', () => {
    expect(Object.keys(presses).toSorted()).toEqual(Object.keys(MOST_PRESSES).toSorted())
    for (const [what, most] of Object.entries(MOST_PRESSES))
      expect(presses[what as keyof typeof MOST_PRESSES], what).toBeLessThanOrEqual(most)
  })

  test('no message to vet or physio names the horse, its owner’s name beside the first, what was found, or what is planned', () => {
    const all = [mia, tom].flatMap(house.allTo)
    // An invitation and a code each.
    expect(all.length).toBeGreaterThanOrEqual(4)
    for (const message of all) expect(message).not.toMatch(/Conker|Rees|wedge|pad|axis|lumbar|kick|3°/i)
  })

  /** From the mail that invites: its link, a code, and the yes. How many presses it took. */
  async function comeIn(page: Page, address: string, regNumber?: string): Promise<number> {
    const press = pressing(1)
    await page.goto(/http\S+/.exec(await house.messageTo(address, /would like you to see a horse's record/))?.[0] ?? '')
    expect(await page.content()).not.toMatch(/Conker|Rees/)
    await settled(page, 'an invitation')
    const before = house.sentSoFar()
    await press(page.getByRole('textbox', { name: 'E-mail or mobile number' }))
    await page.keyboard.type(address)
    await press(page.getByRole('button', { name: 'Send me a code' }))
    const code = await house.codeTo(address, before)
    await page.getByLabel('Code').waitFor()
    await page.keyboard.type(code)
    await press(page.getByRole('button', { name: 'Sign in' }))
    await page.getByRole('button', { name: 'Yes, let me in' }).waitFor()
    await settled(page, 'what somebody is let into')
    if (regNumber) await page.getByLabel(/registration number/i).fill(regNumber)
    await press(page.getByRole('button', { name: 'Yes, let me in' }))
    await page.waitForURL(/\/my(\/care)?$/)
    return press.count()
  }

  const slug = async () => (await practice.ask<{ slug: string }>('select slug from directory.practices where id = $1'))[0]?.slug ?? ''
})

/** Half a millimetre a point. */
const drawn = () =>
  Buffer.from(
    writeDicom({
      elements: pictureElements({ columns: 400, rows: 300, stored: 12 }, [
        [0x00080020, 'DA', addDays(today, -21).replaceAll('-', '')],
        [0x00100010, 'PN', 'CompressedSamples^CT1'],
        [0x00181164, 'DS', '0.5\\0.5'],
      ]),
      pixels: words(Array.from({ length: 400 * 300 }, (_, n) => (n % 400) * 10)),
    }),
  )
