import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Suggestible } from '#features/visits/work/applying.ts'
import { feetInWords, findingsOf, NO_FEET } from '#features/visits/work/feet.ts'
import { WorkSuggestionsPanel } from '#features/visits/work/web/WorkSuggestionsPanel.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { horseRow } from '#testing/browser/rows.ts'
import '#ui/styles.css'

const SHOE = { work: 'new', shoe: 'Fullered', size: '5¼' } as const
const base: Suggestible = { serviceType: 'Front shoes new', findings: '', recommendations: '', setup: { ...NO_FEET, NF: SHOE, OF: SHOE } }
const line = uuidv7()

let practice: ReturnType<typeof fakePractice>
let horseId: string
beforeEach(async () => {
  await page.viewport(375, 812)
  practice = fakePractice()
  horseId = practice.server.write('horses', uuidv7(), horseRow({ name: 'Biscuit', clientId: uuidv7() }))
})
afterEach(() => practice.leave())

const note = (transcript: string | null, change: object = {}) =>
  practice.server.write('voice_notes', uuidv7(), {
    ...{ horseId, visitHorseId: line, appointmentId: null, workEntryId: null, transcript, recordedAt: '2026-11-24T10:42:00.000Z' },
    ...change,
  })

function Work() {
  const [draft, change] = useState(base)
  return (
    <main className="grid gap-3 p-3">
      <h1>Biscuit</h1>
      <h2>{draft.serviceType}</h2>
      <h3>The work</h3>
      <p>{draft.setup && feetInWords(draft.setup)}</p>
      {draft.setup && findingsOf(draft.setup).map(({ foot, words }) => <p key={foot}>{`Found ${foot}: ${words}`}</p>)}
      <p>{`Advised: ${draft.recommendations}`}</p>
      <WorkSuggestionsPanel
        horseId={horseId}
        isOf={({ visitHorseId }) => visitHorseId === line}
        draft={draft}
        base={base}
        onChange={change}
      />
    </main>
  )
}
async function open() {
  await practice.signIn()
  return render(<Work />)
}
type Screen = Awaited<ReturnType<typeof open>>
const press = (screen: Screen, name: string) => userEvent.click(screen.getByRole('button', { name }))

const TRANSCRIPT = 'Bit of thrush in the near fore. Off fore five and a half, gone up. Refit the fronts. I’d recommend the vet has a look.'

test('a voice note is offered with its words, fills in nothing automatically, and can be used and undone', async () => {
  note(TRANSCRIPT)
  note('Abscess off fore.', { visitHorseId: uuidv7() })
  const screen = await open()
  const offered = screen.getByRole('region', { name: 'From the voice notes' })
  await expect.element(offered.getByText('Findings NF: thrush')).toBeVisible()
  await expect.element(offered.getByText('from “Bit of thrush in the near fore”')).toBeVisible()
  expect(offered.getByRole('listitem').elements()).toHaveLength(4)
  await expect.element(screen.getByText('Found NF: Thrush')).not.toBeInTheDocument()

  await press(screen, 'Use Findings NF: thrush')
  await expect.element(screen.getByText('Found NF: Thrush')).toBeVisible()
  await press(screen, 'Use Size OF: 5½')
  await press(screen, 'Use Service: Front refit')
  await expect.element(screen.getByRole('heading', { name: 'Front refit' })).toBeVisible()
  await expect.element(screen.getByText('NF: 5¼ fullered; OF: 5½ fullered; NH, OH: Trim')).toBeVisible()
  await press(screen, 'Use Recommendations: The vet has a look')
  await expect.element(screen.getByText('Advised: The vet has a look')).toBeVisible()
  await expect.element(offered.getByText(/^Used, from/).nth(3)).toBeVisible()
  expect(await axeFindings()).toEqual([])

  await press(screen, 'Undo Size OF: 5½')
  await press(screen, 'Undo Service: Front refit')
  await expect.element(screen.getByRole('heading', { name: 'Front shoes new' })).toBeVisible()
  await expect.element(screen.getByText('NF, OF: 5¼ fullered; NH, OH: Left as it was')).toBeVisible()
  await expect.element(screen.getByText('Found NF: Thrush')).toBeVisible()
})

test('a dismissed suggestion no longer shows, and without words there is nothing', async () => {
  note(null)
  const screen = await open()
  await expect.element(screen.getByRole('heading', { name: 'Biscuit' })).toBeVisible()
  await expect.element(screen.getByRole('region')).not.toBeInTheDocument()
  note('Bit of thrush in both hinds.')
  await syncNow()
  await press(screen, 'Skip Findings NH, OH: thrush')
  await expect.element(screen.getByRole('region')).not.toBeInTheDocument()
})

test('axe finds nothing, on a phone and on a desktop, light or dark', async () => {
  note(TRANSCRIPT)
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    const screen = await open()
    await press(screen, 'Use Findings NF: thrush')
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await screen.unmount()
  }
})
