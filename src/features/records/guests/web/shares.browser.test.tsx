import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { HorseShare } from '#features/records/guests/share-contract.ts'
import { SharesCard } from '#features/records/guests/web/SharesCard.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { leaveRound, memberId, practice, startRound } from '#testing/browser/round.tsx'

let shares: HorseShare[]
let asked: string[]
const fetched = globalThis.fetch
beforeEach(async () => {
  await startRound()
  shares = [share('open'), share('off', { closed: 'off', opens: 0, lastOpenAt: null }), share('past', { closed: 'over' })]
  asked = []
  const inRound = globalThis.fetch
  globalThis.fetch = async (url, options = {}) => {
    const path = `${options.method ?? 'GET'} ${new URL(String(url), location.href).pathname}`
    if (!/\/shares/.test(path)) return inRound(url, options)
    asked.push(path)
    if (path.startsWith('POST')) shares = shares.map((one) => ({ ...one, closed: 'ended', endedAt: one.madeAt, endedBy: 'practice' }))
    return new Response(JSON.stringify(path.startsWith('POST') ? shares[0] : shares), {
      headers: { 'content-type': 'application/json' },
    })
  }
})
afterEach(async () => {
  await leaveRound()
  globalThis.fetch = fetched
})

const share = (id: string, change: Partial<HorseShare> = {}): HorseShare => ({
  ...{ id, horseId: 'biscuit', horseName: 'Biscuit', clientId: 'sian', clientName: 'Siân Penrose', toName: 'Tom Pugh', purpose: 'sale' },
  ...{ parts: { work: true, findings: false }, photoCount: 3, fromOn: null, madeAt: '2026-11-20T10:00:00.000Z' },
  ...{ untilAt: '2026-12-04T10:00:00.000Z', closed: null, endedAt: null, endedBy: null, opens: 3, lastOpenAt: '2026-11-24T09:00:00.000Z' },
  ...change,
})
const show = async (role: 'owner' | 'apprentice' = 'owner') => {
  await practice.signIn({ memberId, role })
  return render(
    <main>
      <h1>Biscuit</h1>
      <h2>Details</h2>
      <SharesCard horseId="biscuit" />
    </main>,
  )
}

test('the links to a horse show who made them, for whom, until when and how often they were opened, and end by a press', async () => {
  const screen = await show()
  const rows = screen.getByRole('region', { name: 'Shown by a link' }).getByRole('listitem')
  await expect
    .element(rows.nth(0))
    .toHaveTextContent(
      'For Tom Pugh, about a saleBy Siân Penrose. Work and feet, 3 photosOpen until Fri 4 Dec 2026, 10:00. Opened 3 times, last on Tue 24 NovEnd',
    )
  await expect.element(rows.nth(1).getByText('Closed while the portal or its links are switched off. Not opened yet')).toBeVisible()
  expect(rows.nth(2).getByRole('button').elements()).toEqual([])
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(await axeFindings()).toEqual([])
  }
  await userEvent.click(rows.nth(0).getByRole('button', { name: 'End the link for Tom Pugh, about a sale' }))
  await expect.element(rows.nth(0).getByText('Ended on 20 Nov 2026. Opened 3 times, last on Tue 24 Nov')).toBeVisible()
  expect(asked).toContain('POST /api/shares/open/end')
})

test('an apprentice reads them and ends none; where there never was one nothing is shown', async () => {
  const screen = await show('apprentice')
  await expect.element(screen.getByRole('region', { name: 'Shown by a link' })).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
  await screen.unmount()
  shares = []
  const none = await show()
  await expect.poll(() => asked.length).toBeGreaterThan(1)
  expect(none.getByRole('region').elements()).toEqual([])
})
