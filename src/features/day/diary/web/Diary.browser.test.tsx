import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays, instantOf, longDay, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { calendar, closeDiary, FRI, hold, kept, MARCUS, MON, openDiary, queued, TUE, visit, WED } from '#testing/browser/diary.tsx'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import '#ui/styles.css'

beforeEach(openDiary)
afterEach(closeDiary)

const SAT = addDays(FRI, 1)
const member = (id: string, name: string, initials: string) =>
  hold('members', { id, personId: id, name, role: 'farrier', initials, isActive: true })
const timeOff = (change: object) =>
  hold('time_off', {
    id: uuidv7(),
    memberId: null,
    fromDay: TUE,
    toDay: TUE,
    localStart: null,
    localEnd: null,
    kind: 'holiday',
    title: '',
    coverNote: null,
    ...change,
  })
const busy = (memberId: string, from: string, to: string, source: string) =>
  hold('busy_blocks', {
    ...{ id: uuidv7(), memberId, source, isAllDay: false },
    startTime: instantOf(WED, from, 'Europe/London').toISOString(),
    endTime: instantOf(WED, to, 'Europe/London').toISOString(),
  })
const focusedText = () => document.activeElement?.textContent ?? ''
const tabStops = () => [...document.querySelectorAll<HTMLElement>('[data-diary] button')].filter(({ tabIndex }) => tabIndex >= 0)

describe('the day view', () => {
  test('timed visits are at their hours, simultaneous ones side by side, stops without a time in the lane of their half', async () => {
    await visit(WED, 'Otis', { at: '09:00', to: '10:00' })
    await visit(WED, 'Kestrel', { at: '09:30', to: '11:00' })
    await visit(WED, 'Solo', { at: '14:00', to: '15:00' })
    await visit(WED, 'Duchess', { isCallOnly: true, callNumber: 2, callPeriod: 'PM' })
    const { screen, card } = await calendar(`view=day&date=${WED}`)
    await expect.element(screen.getByRole('heading', { level: 1, name: `${shortDay(WED)} ${WED.slice(0, 4)}` })).toBeVisible()
    await expect.element(card('Otis')).toBeVisible()
    const box = (title: string) => card(title).element().getBoundingClientRect()
    expect(box('Kestrel').top - box('Otis').top).toBeCloseTo(36, 0)
    expect(box('Solo').top - box('Otis').top).toBeCloseTo(360, 0)
    expect(box('Otis').height).toBeCloseTo(72, 0)
    expect(box('Kestrel').left).toBeGreaterThanOrEqual(box('Otis').right)
    expect(box('Solo').width).toBeGreaterThan(box('Otis').width * 1.8)
    await expect.element(screen.getByRole('heading', { name: 'Stops in the afternoon' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /Stop #2, PM Duchess/ })).toBeVisible()
    await expect.element(screen.getByText('Working hours 09:00 to 17:00')).toBeVisible()
  })

  test('a visit is dragged to another hour: on a quarter, with a true notice, and undone', async () => {
    const { id } = await visit(WED, 'Solo')
    const { screen, card } = await calendar(`view=day&date=${WED}`)
    await expect.element(card('Solo')).toBeVisible()
    const from = card('Solo').element().getBoundingClientRect()
    const at = (y: number) => ({ bubbles: true, cancelable: true, clientX: from.x + 60, clientY: y, button: 0 })
    card('Solo')
      .element()
      .dispatchEvent(new MouseEvent('mousedown', at(from.y + 10)))
    document.dispatchEvent(new MouseEvent('mousemove', at(from.y + 30)))
    await expect.element(screen.getByText(/^Moving to/)).toBeVisible()
    document.dispatchEvent(new MouseEvent('mousemove', at(from.y + 10 + 60)))
    await expect.element(screen.getByText('Drop here13:45 to 15:00')).toBeVisible()
    await expect.element(screen.getByText(new RegExp(`${shortDay(WED)}, 13:45`))).toBeVisible()
    document.dispatchEvent(new MouseEvent('mouseup', at(from.y + 10 + 60)))
    await expect.element(screen.getByText(new RegExp(`^Appointment has been moved to ${shortDay(WED)}, 13:45\\.`))).toBeVisible()
    expect(await kept(id)).toMatchObject({ onDay: WED, localStart: '13:45', localEnd: '15:00' })
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => kept(id)).toMatchObject({ localStart: '13:00', localEnd: '14:15' })
  })

  test('by keyboard too, a quarter of an hour at a time', async () => {
    const { id } = await visit(WED, 'Solo')
    const { screen, card } = await calendar(`view=day&date=${WED}`)
    await expect.element(card('Solo')).toBeVisible()
    card('Solo').element().focus()
    await userEvent.keyboard(' ')
    await expect.element(screen.getByText('Over 13:00.')).toBeInTheDocument()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(screen.getByText('Over 12:45.')).toBeInTheDocument()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(screen.getByText('Over 12:30.')).toBeInTheDocument()
    await userEvent.keyboard(' ')
    await expect.poll(() => kept(id)).toMatchObject({ localStart: '12:30', localEnd: '13:45' })
    expect((await queued())[0]?.data).toMatchObject({ onDay: WED, sendSmsNotification: true })
  })
})

describe('by keyboard', () => {
  test('there is one tab stop, and arrows walk through days and visits', async () => {
    await visit(MON, 'Otis')
    await visit(MON, 'Kestrel', { at: '15:00', to: '16:00' })
    await visit(TUE, 'Solo')
    const { card } = await calendar()
    await expect.element(card('Otis')).toBeVisible()
    expect(tabStops().map(({ dataset }) => dataset.day)).toEqual([MON])
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.poll(focusedText).toContain('Otis')
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(focusedText).toContain('Kestrel')
    expect(tabStops()).toEqual([document.activeElement])
    await userEvent.keyboard('{ArrowUp}{ArrowRight}')
    await expect.poll(focusedText).toContain('Solo')
    await userEvent.keyboard('{ArrowUp}{ArrowRight}')
    await expect.poll(() => (document.activeElement as HTMLElement).dataset.day).toBe(WED)
    expect(tabStops()).toEqual([document.activeElement])
  })

  test('1 to 5 choose the view, Enter opens a visit and Escape gives the focus back', async () => {
    await visit(WED, 'Solo')
    const { screen, history, card } = await calendar()
    for (const [key, view] of ['day', '5-day', '6-day', 'week', 'month'].map((view, at) => [String(at + 1), view] as const)) {
      await userEvent.keyboard(key)
      await expect.poll(() => history?.at(-1)).toContain(`view=${view}`)
    }
    await userEvent.keyboard('2')
    await expect.element(card('Solo')).toBeVisible()
    card('Solo').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('dialog', { name: 'Solo' }).getByRole('button', { name: 'Edit' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await expect.poll(focusedText).toContain('Solo')
  })

  test('the question mark shows what the keys do', async () => {
    const { screen } = await calendar()
    await userEvent.keyboard('?')
    await expect.element(screen.getByRole('dialog', { name: 'Keys' }).getByText('New appointment on the day')).toBeVisible()
  })

  test('past Friday comes Monday, and a day pressed again opens with its hours', async () => {
    const { screen, history } = await calendar(`view=5-day&date=${FRI}`)
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(() => (document.activeElement as HTMLElement).dataset.day).toBe(addDays(MON, 7))
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('region', { name: longDay(addDays(MON, 7)) }).getByText('No stops')).toBeVisible()
    expect(history?.at(-1)).toContain('view=day')
  })
})

describe('the view', () => {
  test('resting on a visit shows its details without taking the focus, and leaving hides them', async () => {
    await visit(WED, 'Solo')
    const { screen, card } = await calendar()
    await card('Solo').hover()
    const box = screen.getByRole('dialog', { name: 'Solo' })
    await expect.element(box.getByText(`${shortDay(WED)}, 13:00 to 14:15`)).toBeVisible()
    expect(document.activeElement).toBe(document.body)
    await screen.getByRole('heading', { level: 1 }).hover()
    await expect.element(box).not.toBeInTheDocument()
  })

  test('so does resting with the focus; pressing then goes in', async () => {
    await visit(MON, 'Solo')
    const { screen, card } = await calendar()
    await expect.element(card('Solo')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    const box = screen.getByRole('dialog', { name: 'Solo' })
    await expect.element(box).toBeVisible()
    expect(focusedText()).toContain('Solo')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => box.element().contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(box).not.toBeInTheDocument()
    await expect.poll(focusedText).toContain('Solo')
  })

  test('the details name the horses with their flags, and how to reach the owner', async () => {
    const { id } = await visit(WED, 'Kestrel')
    const horseId = uuidv7()
    await hold('horses', { id: horseId, name: 'Kestrel', clientId: MARCUS, color: 'Bay', flags: ['kicks'] })
    const line = { appointmentId: id, horseId, clientId: MARCUS, payerClientId: MARCUS, place: 0, plannedWork: 'Trim' }
    await hold('visit_horses', { id: uuidv7(), outcome: null, reason: null, completedAt: null, ...line })
    const { screen, card } = await calendar()
    await card('Kestrel').click()
    const box = screen.getByRole('dialog', { name: 'Kestrel' })
    await expect.element(box.getByText('Booked')).toBeVisible()
    await expect.poll(() => box.getByRole('list', { name: 'Horses' }).element().textContent).toContain('Kestrel, trim')
    await expect.element(box.getByText('Kicks')).toBeVisible()
    await expect.element(box.getByRole('link', { name: 'Call Marcus Yeo' })).toHaveAttribute('href', 'tel:+447700900118')
    await expect.element(box.getByRole('link', { name: 'Text Marcus Yeo' })).toHaveAttribute('href', 'sms:+447700900118')
  })
})

describe('what marks a day', () => {
  test('time off, a bank holiday and a clock change are shown in the week', async () => {
    await timeOff({ fromDay: '2027-03-25', toDay: '2027-03-26', title: 'Cornwall' })
    await timeOff({
      fromDay: '2027-03-24',
      toDay: '2027-03-24',
      localStart: '09:00',
      localEnd: '11:00',
      kind: 'personal',
      title: 'Dentist',
    })
    const { day } = await calendar('view=week&date=2027-03-24')
    await expect.element(day('2027-03-24').getByRole('button', { name: 'Dentist 09:00 to 11:00' })).toBeVisible()
    await expect.element(day('2027-03-25').getByRole('button', { name: 'Cornwall' })).toBeVisible()
    await expect.element(day('2027-03-26').getByText('Good Friday')).toBeVisible()
    await expect.element(day('2027-03-28').getByText('Clocks go forward 01:00')).toBeVisible()
  })

  test('in the month as well, where a member who is away takes the place of a visit', async () => {
    await timeOff({ fromDay: WED, toDay: WED, title: 'Cornwall' })
    for (const hour of ['08', '09', '10']) await visit(WED, `At ${hour}`, { at: `${hour}:00`, to: `${hour}:30` })
    const { screen, day } = await calendar(`view=month&date=${MON}`)
    await expect.element(day(WED).getByRole('button', { name: 'Cornwall', exact: true })).toBeVisible()
    await expect.element(day(WED).getByRole('button', { name: /At 09/ })).toBeVisible()
    await expect.element(day(WED).getByRole('button', { name: /At 10/ })).not.toBeInTheDocument()
    await day(WED).getByRole('button', { name: '+1 more' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: `${shortDay(WED)} ${WED.slice(0, 4)}` })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /At 10/ })).toBeVisible()
  })

  test('the weekend’s work shows next to five days, and leads there', async () => {
    await visit(SAT, 'Otis')
    await visit(SAT, 'Solo', { at: '15:00', to: '16:00' })
    const { screen } = await calendar()
    await screen.getByRole('button', { name: '2 on Sat' }).click()
    await expect.element(screen.getByRole('region', { name: longDay(SAT) }).getByText('Otis')).toBeVisible()
  })

  test('a visit that ends after sunset shows when it is, and a yard without lights is a warning', async () => {
    const place = { address: null, postcode: null, lat: 52.3676, lng: -2.7181, accessNotes: null, gateCode: null, contactClientId: null }
    await hold('yards', { id: 'y1', name: 'Kiln Lane', hasCover: true, hasLights: false, ...place })
    await visit('2026-12-16', 'Late one', { yardId: 'y1', at: '15:00', to: '17:00' })
    await visit('2026-12-16', 'Early one', { yardId: 'y1', at: '10:00', to: '11:00' })
    const { screen } = await calendar('view=5-day&date=2026-12-16')
    await expect.element(screen.getByRole('button', { name: /Late one.*Sunset 15:5\d, no lights/ })).toBeVisible()
    expect(screen.getByRole('button', { name: /Early one/ }).element().textContent).not.toContain('Sunset')
  })
})

test('where several go out, each has a round of their own: everyone’s with initials, or one', async () => {
  const [gareth, tom] = [uuidv7(), uuidv7()]
  await member(gareth, 'Gareth Probert', 'GP')
  await member(tom, 'Tom Hale', 'TH')
  await visit(WED, 'Otis', { memberId: gareth, at: '09:00', to: '10:00' })
  await visit(WED, 'Solo', { memberId: tom, at: '08:00', to: '09:00' })
  const { screen, day } = await calendar()
  await expect.element(day(WED).getByRole('button', { name: /^1 09:00 to 10:00 ?GP ?Otis/ })).toBeVisible()
  await expect.element(day(WED).getByRole('button', { name: /^1 08:00 to 09:00 ?TH ?Solo/ })).toBeVisible()
  await screen.getByLabelText('Whose diary').selectOptions('Tom Hale')
  await expect.element(day(WED).getByText('Otis')).not.toBeInTheDocument()
  await expect.element(day(WED).getByText('Solo')).toBeVisible()
})

test('busy times are grey behind the visits, and written out; for a colleague only when', async () => {
  const practice = fakePractice()
  const [own, tom] = [uuidv7(), uuidv7()]
  const wednesday = (from: string, to: string) => ({
    startTime: instantOf(WED, from, 'Europe/London').toISOString(),
    endTime: instantOf(WED, to, 'Europe/London').toISOString(),
  })
  for (const [id, name, initials] of [
    [own, 'Gareth Probert', 'GP'],
    [tom, 'Tom Hale', 'TH'],
  ] as const)
    practice.server.write('members', id, { personId: id, name, role: 'farrier', initials, isActive: true })
  const otis = await visit(WED, 'Otis', { memberId: own, at: '14:30', to: '15:30' })
  practice.server.write('appointments', otis.id, otis)
  practice.server.write('busy_blocks', uuidv7(), { memberId: own, source: 'Family', isAllDay: false, ...wednesday('14:00', '15:00') })
  practice.server.write('busy_blocks', uuidv7(), { memberId: tom, source: 'Surgery', isAllDay: false, ...wednesday('10:00', '11:00') })
  await practice.signIn({ memberId: own })
  try {
    const { screen, day, card } = await calendar(`view=day&date=${WED}`)
    await screen.getByLabelText('Whose diary').selectOptions("Everyone's visits")
    await expect.element(day(WED).getByText('Busy 14:00 to 15:00 (Family), GP')).toBeVisible()
    await expect.element(day(WED).getByText('Busy 10:00 to 11:00, TH')).toBeVisible()
    await expect.element(screen.getByText('Surgery', { exact: false })).not.toBeInTheDocument()
    const grey = [...document.querySelectorAll('[aria-hidden]')].find(({ textContent }) => textContent === 'Busy (Family) GP')
    const [block, over] = [grey?.getBoundingClientRect(), card('Otis').element().getBoundingClientRect()]
    expect(block?.height).toBeCloseTo(72, 0)
    expect(over.top - (block?.top ?? 0)).toBeCloseTo(36, 0)
    // Where both are, the visit is on top.
    card('Otis').element().scrollIntoView({ block: 'center' })
    const { x, y } = card('Otis').element().getBoundingClientRect()
    expect(document.elementFromPoint(x + 20, y + 10)?.closest('button')?.textContent).toContain('Otis')
  } finally {
    await practice.leave()
  }
})

test('an apprentice reads the diary and moves, books and cancels nothing', async () => {
  const booked = await visit(WED, 'Solo')
  const practice = fakePractice()
  practice.server.write('appointments', booked.id, booked)
  const away = { memberId: null, fromDay: TUE, toDay: TUE, localStart: null, localEnd: null, kind: 'holiday', coverNote: null }
  practice.server.write('time_off', uuidv7(), { title: 'Cornwall', ...away })
  await practice.signIn({ role: 'apprentice' })
  try {
    const { screen, day, card } = await calendar()
    await expect.element(day(TUE).getByText('Cornwall')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Cornwall' })).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'New Appointment' })).not.toBeInTheDocument()
    await card('Solo').click()
    await expect.element(screen.getByRole('dialog', { name: 'Solo' }).getByText('Booked')).toBeVisible()
    for (const name of ['Edit', 'Move to...', 'Cancel visit'])
      await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument()
  } finally {
    await practice.leave()
  }
})

test.each([
  ['day', 1280, 'dark'],
  ['day', 375, 'light'],
  ['6-day', 768, 'dark'],
  ['week', 768, 'light'],
])('the %s view at %i px in the %s has nothing for axe to find, with everything on it', async (view, width, theme) => {
  await page.viewport(width, 800)
  document.documentElement.dataset.theme = theme
  await timeOff({ fromDay: WED, toDay: WED, localStart: '12:00', localEnd: '13:00', title: 'Dentist' })
  await timeOff({ fromDay: WED, toDay: WED })
  await busy('', '15:00', '16:00', 'Family')
  await visit(WED, 'Otis', { at: '09:00', to: '10:00', status: 'pencilled' })
  await visit(WED, 'Kestrel', { at: '09:30', to: '11:00', isCallComplete: true })
  await visit(WED, 'Duchess', { isCallOnly: true, callNumber: 2, callPeriod: 'PM' })
  await visit(WED, 'Forge', { at: '18:30', to: '20:00', clientId: null })
  const { card } = await calendar(`view=${view}&date=${WED}`)
  await expect.element(card('Otis')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
