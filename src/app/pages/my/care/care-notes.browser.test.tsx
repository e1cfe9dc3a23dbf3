import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { CareNotesView, NoteShown, TypedFoot, TypedNote } from '#app/my/care-notes-view.ts'
import { CareNotesPage } from '#app/pages/my/care/CareNotesPage.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import '#ui/styles.css'

afterEach(() => document.documentElement.removeAttribute('data-theme'))

const LONG = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
const EMPTY: TypedFoot = { work: '', shoe: '', pad: '', wedge: '', raise: '', words: '', angle: '', angleMark: '', sole: '', soleMark: '' }
const typed: TypedNote = { formId: 'f', body: '', film: '', review: '', keep: '', feet: { NF: EMPTY, OF: EMPTY, NH: EMPTY, OH: EMPTY } }
const plan: NoteShown = {
  ...{ id: 'p', isPlan: true, author: 'Mia Bevan', day: '2026-11-20', body: 'Broken back axis.', film: 'NF lateral.dcm' },
  ...{ lines: ['Near fore, off fore: 3° wedge, leather pad', 'Near fore: palmar angle 0.5°'], reviewDay: '2027-01-12' },
  ...{ standing: 'Accepted', answers: [{ id: 'a', author: 'Gareth', day: '2026-11-21', body: 'Will do on Friday.' }] },
  ...{
    done: { day: '2026-11-27', words: 'Front shoes new. NF, OF: New shoe, 3° wedge, leather pad' },
    keptUntil: '2026-12-04',
    mayWithdraw: true,
  },
}
const note: NoteShown = {
  ...{ ...plan, id: 'n', isPlan: false, lines: [], film: null, reviewDay: null, standing: 'Withdrawn', answers: [], done: null },
  ...{ keptUntil: null, mayWithdraw: false },
}
const MARKS: CareNotesView['marks'] = [
  { id: 'm1', filmId: 'x', foot: 'NF', kind: 'angle', tenths: 43, words: `4.3°: Palmar angle, ${LONG}, 20 Nov 2026, NF lateral.dcm` },
  { id: 'm2', filmId: 'x', foot: 'NF', kind: 'length', tenths: 110, words: '11.0 mm: Mia Bevan, 20 Nov 2026, NF lateral.dcm' },
]
const view: CareNotesView = {
  ...{
    page: 'care-notes',
    slug: 'probert',
    practiceName: 'Probert Farriery',
    horse: { id: 'seren', name: 'Seren' },
    role: 'vet',
    mayKeep: true,
  },
  ...{
    scheme: 'near-off',
    notes: [plan, note],
    films: [{ id: 'x', name: 'NF lateral.dcm' }],
    marks: MARKS,
    today: '2026-11-28',
    isClosed: false,
  },
  ...{ form: null, typed, fault: null },
}
const refused = {
  form: 'plan' as const,
  typed: { ...typed, body: 'Broken back axis', feet: { ...typed.feet, NF: { ...EMPTY, wedge: '300' } } },
  fault: 'The near fore’s wedge is between 0.1° and 20°.',
}
const many = Array.from({ length: 40 }, (_, at) => ({ ...plan, id: `p${at}`, author: `${LONG} ${at}`, body: `${LONG} `.repeat(30) }))

test.each([
  ['what was written, answered and done', view],
  ['nothing yet, by a physio', { ...view, role: 'para-professional' as const, mayKeep: false, notes: [], films: [] }],
  ['a plan that can’t be right', { ...view, ...refused }],
  ['a practice that takes nothing', { ...view, isClosed: true }],
  ['many with long names', { ...view, practiceName: LONG, horse: { id: 'x', name: LONG }, notes: many }],
])('%s: readable at every width, in light and dark, and without findings', async (_, shown) => {
  await render(<CareNotesPage {...shown} />)
  for (const [width, theme] of [...LOOKS, [375, 'dark'] as const]) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(document.documentElement.scrollWidth, `${width}`).toBeLessThanOrEqual(width)
    expect(await axeFindings()).toEqual([])
  }
})

test('a plan that was refused stands open with the foot that it is about, and what was typed', async () => {
  const screen = await render(<CareNotesPage {...view} {...refused} />)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The near fore’s wedge is between 0.1° and 20°.')
  const form = screen.getByRole('form', { name: 'Write a shoeing plan' })
  await expect.element(form.getByRole('textbox', { name: /^Wedge/ })).toHaveValue('300')
  await expect.element(form.getByRole('textbox', { name: /^Why/ })).toHaveValue('Broken back axis')
  expect(screen.getByRole('form', { name: 'Write a note' }).elements()).toEqual([])
})

test('a foot’s fields are folded until it is opened, and nothing can be sent to a practice that takes nothing', async () => {
  const screen = await render(<CareNotesPage {...view} />)
  await userEvent.click(screen.getByText('Write a shoeing plan'))
  const form = screen.getByRole('form', { name: 'Write a shoeing plan' })
  expect(form.getByRole('textbox', { name: /^Wedge/ }).elements()).toEqual([])
  await userEvent.click(form.getByText('Off hind'))
  await expect.element(form.getByRole('textbox', { name: /^Wedge/ })).toHaveAttribute('name', 'OH-wedge')
  // What was measured on a film of another foot is no figure of this one.
  expect(form.getByRole('combobox', { name: /as measured/ }).elements()).toEqual([])
  await userEvent.click(form.getByText('Near fore'))
  await form.getByRole('combobox', { name: /^Palmar angle as measured/ }).selectOptions(MARKS[0]?.words ?? '')
  await expect.element(form.getByRole('combobox', { name: /^Palmar angle as measured/ })).toHaveValue('m1')
  await screen.rerender(<CareNotesPage {...view} isClosed />)
  expect(screen.getByRole('button', { name: /^(Send|Withdraw)/ }).elements()).toEqual([])
})
