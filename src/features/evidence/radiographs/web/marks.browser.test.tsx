import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { KeptMark, MarkBook } from '#features/evidence/radiographs/kept.ts'
import { RadiographPanel } from '#features/evidence/radiographs/web/RadiographPanel.tsx'
import { useMarkBook } from '#features/evidence/radiographs/web/use-mark-book.ts'
import { currentTime } from '#lib/clock.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { forceSync } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { client, horse, leaveRound, memberId, practice, sent, startRound } from '#testing/browser/round.tsx'
import { type DicomElement, pictureElements, words, writeDicom } from '#testing/radiographs/writer.ts'
import { Button } from '#ui/Button.tsx'

const PLATE = { columns: 400, rows: 300 }
const plate = (more: readonly DicomElement[] = [[0x00181164, 'DS', '0.5\\0.5']]) =>
  new Blob([
    writeDicom({
      elements: pictureElements({ ...PLATE, stored: 12 }, more),
      pixels: words(Array.from({ length: PLATE.columns * PLATE.rows }, (_, n) => (n % PLATE.columns) * 10)),
    }) as Uint8Array<ArrayBuffer>,
  ])
const labels = { fileName: 'IM0001.dcm', foot: 'NF', view: 'lateral', horseName: 'Biscuit', takenOn: '2026-09-21' } as const
const today = dayAndYear(dayOf(currentTime(), 'Europe/London'))
const filmId = uuidv7()

beforeEach(startRound)
afterEach(leaveRound)
afterEach(() => document.documentElement.removeAttribute('data-theme'))

/** The viewer as a farrier has it, opened and closed by buttons. */
function Film({ horseId, blob }: { horseId: string; blob: Blob }) {
  const book = useMarkBook(horseId)
  const [isOpen, setOpen] = useState(true)
  return (
    <main>
      <h1>Biscuit</h1>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && book && (
        <RadiographPanel {...{ id: filmId, blob, labels, others: [], mayReadPatient: false, book }} onClose={() => setOpen(false)} />
      )}
    </main>
  )
}

async function asFarrier(blob = plate()) {
  const horseId = horse('Biscuit', client('Ffion Rees'))
  // As the real server does: it adds whose it is, and of which horse.
  practice.server.adds = ({ entity }) => (entity === 'film_marks' ? { horseId, memberId, authorName: 'Gareth Probert' } : {})
  await practice.signIn({ memberId, firstName: 'Gareth', lastName: 'Probert' })
  const vets = (change: object = {}) =>
    practice.server.write('film_marks', uuidv7(), {
      ...{ attachmentId: filmId, horseId, memberId: null, authorName: 'Mia Bevan', kind: 'length', frame: 0, label: 'Sole depth' },
      places: [
        { x: 100, y: 150 },
        { x: 160, y: 230 },
      ],
      madeAt: currentTime().toISOString(),
      ...change,
    })
  return { horseId, vets, show: () => render(<Film horseId={horseId} blob={blob} />) }
}
const list = (screen: Awaited<ReturnType<typeof render>>) => screen.getByRole('list', { name: 'Measurements' })
const measure = async (screen: Awaited<ReturnType<typeof render>>, what: 'length' | 'angle') => {
  await userEvent.click(screen.getByRole('button', { name: what === 'length' ? 'Length' : 'Angle', exact: true }))
  await userEvent.click(screen.getByRole('button', { name: `Add ${what}` }))
}

test('what a farrier measures without signal is there when the film is opened again, with who and when, and goes to the server as it was', async () => {
  const { show, vets } = await asFarrier()
  const screen = await show()
  practice.api.offline(true)
  await measure(screen, 'length')
  const words = list(screen).getByText(/mm$/)
  await expect.element(words).toBeVisible()
  const figure = words.element().textContent ?? ''
  // Closed at once: nothing waits for it.
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await userEvent.click(screen.getByRole('button', { name: 'Length', exact: true }))
  await expect.element(list(screen).getByText(figure)).toBeVisible()
  await expect.element(list(screen).getByText(`Gareth Probert, ${today}`)).toBeVisible()
  vets()
  practice.api.offline(false)
  await forceSync()
  await expect.element(list(screen).getByText(`Mia Bevan, ${today}`)).toBeVisible()
  await expect.element(list(screen).getByText('50.0 mm')).toBeVisible()
  const [made, ...more] = sent('film_marks')
  expect(more).toEqual([])
  expect(made).toMatchObject({
    action: 'CREATE',
    data: { attachmentId: filmId, kind: 'length', frame: 0, label: null, madeAt: expect.any(String) },
  })
  expect(Object.keys(made?.data ?? {}).toSorted()).toEqual(['attachmentId', 'frame', 'kind', 'label', 'madeAt', 'places'])
})

test('one’s own is moved, named, taken away and brought back; a vet’s is looked at', async () => {
  const { show, vets } = await asFarrier()
  vets()
  const screen = await show()
  await measure(screen, 'angle')
  await expect.element(list(screen).getByText('Length 1: Sole depth')).toBeVisible()
  await expect.poll(() => sent('film_marks').length).toBe(1)
  expect(screen.getByRole('button', { name: /ength 1/ }).elements()).toEqual([])
  ;(screen.getByRole('button', { name: /^Angle 2, corner/ }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await expect.poll(() => sent('film_marks').map(({ action }) => action)).toEqual(['CREATE', 'DELETE', 'CREATE'])
  await list(screen).getByRole('combobox', { name: 'What angle 2 is' }).selectOptions('Palmar angle')
  await expect.poll(() => sent('film_marks').at(-1)?.data).toMatchObject({ kind: 'angle', label: 'Palmar angle' })
  const { places } = sent('film_marks').at(-1)?.data ?? {}
  await userEvent.click(screen.getByRole('button', { name: 'Remove angle 2' }))
  await expect.element(screen.getByText('Angle 2 taken away.')).toBeVisible()
  await expect.poll(() => sent('film_marks').at(-1)?.action).toBe('DELETE')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.poll(() => sent('film_marks').at(-1)?.data).toMatchObject({ label: 'Palmar angle', places })
  await expect.element(list(screen).getByText('Angle 2')).toBeVisible()
})

test('what another device took away goes from the film that is open', async () => {
  const { show, vets } = await asFarrier()
  const id = vets()
  const screen = await show()
  await userEvent.click(screen.getByRole('button', { name: 'Length', exact: true }))
  await expect.element(list(screen)).toBeVisible()
  practice.server.write('film_marks', id, null)
  await forceSync()
  await expect.element(list(screen)).not.toBeInTheDocument()
})

const kept = (change: Partial<KeptMark> = {}): KeptMark => ({
  ...{ id: 'm', filmId, kind: 'length', frame: 0, label: 'Sole depth', authorName: 'Mia Bevan', on: '2026-11-20', isOwn: false },
  places: [
    { x: 10, y: 150 },
    { x: 390, y: 150 },
  ],
  ...change,
})
const open = (book: MarkBook, blob = plate()) =>
  render(
    <main>
      <h1>Biscuit</h1>
      <RadiographPanel {...{ id: filmId, blob, labels, others: [], mayReadPatient: false, book }} onClose={() => undefined} />
    </main>,
  )

test('a reader sees what was measured, and has nothing to measure with', async () => {
  const keep = vi.fn(async () => true)
  const screen = await open({ marks: [kept()], measuresAs: null, keep })
  await expect.element(list(screen).getByText('Length 1: Sole depth')).toBeVisible()
  await expect.element(list(screen).getByText('190.0 mm')).toBeVisible()
  expect(screen.getByRole('button', { name: /^(Length|Angle|Add|Remove)/ }).elements()).toEqual([])
  await screen.rerender(
    <main>
      <h1>Biscuit</h1>
      <RadiographPanel
        {...{ id: filmId, blob: plate([]), labels, others: [], mayReadPatient: false, book: { marks: [kept()], measuresAs: null, keep } }}
        onClose={() => undefined}
      />
    </main>,
  )
  await expect.element(list(screen).getByText('380 px')).toBeVisible()
  expect(keep).not.toHaveBeenCalled()
})

test('what can’t be kept is shown as such, and is tried again under the same id', async () => {
  const keep = vi.fn<MarkBook['keep']>().mockResolvedValueOnce(false).mockResolvedValue(true)
  const screen = await open({ marks: [], measuresAs: 'You', keep })
  await measure(screen, 'length')
  await expect.element(screen.getByText(/What you measured isn’t kept/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await expect.element(screen.getByText(/What you measured isn’t kept/)).not.toBeInTheDocument()
  expect(keep).toHaveBeenCalledTimes(2)
  expect(keep.mock.calls[1]).toEqual(keep.mock.calls[0])
  await expect.element(list(screen).getByText(`You, ${today}`)).toBeVisible()
})

test('on a phone and a desktop, in both themes, figures and rings are whole, and axe finds nothing', async () => {
  const many = Array.from({ length: 12 }, (_, at) =>
    kept({
      id: `m${at}`,
      authorName: `Dr Mia Penelope Bevan-Featherstonehaugh ${at}`,
      isOwn: at % 2 === 0,
      label: at % 3 === 0 ? null : 'Sole depth',
    }),
  )
  const screen = await open({ marks: many, measuresAs: 'You', keep: async () => true })
  await userEvent.click(screen.getByRole('button', { name: 'Length', exact: true }))
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    await expect.element(list(screen)).toBeVisible()
    const remove = screen.getByRole('button', { name: 'Remove length 1', exact: true }).element() as HTMLElement
    remove.focus()
    const [box, ring] = [list(screen).element().getBoundingClientRect(), remove.getBoundingClientRect()]
    // The ring is three pixels around it.
    expect([ring.left - 3 >= box.left, ring.right + 3 <= box.right, ring.top - 3 >= box.top], `${width}`).toEqual([true, true, true])
    const film = screen.getByRole('application').element().getBoundingClientRect()
    const figures = [...document.querySelectorAll('[data-figure]')].map((each) => each.getBoundingClientRect())
    expect(figures).toHaveLength(12)
    for (const { left, right } of figures) expect([left >= film.left, right <= film.right], `${width}`).toEqual([true, true])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    expect(await axeFindings(), `${width} ${theme}`).toEqual([])
  }
})
