import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ClientsScreen } from '#app/pages/clients/ClientsScreen.tsx'
import { TermsPage } from '#app/pages/terms/TermsPage.tsx'
import { type SentTerms, type TermsAcceptance, type TermsVersion, termsEndpoints } from '#features/records/terms/contract.ts'
import { TermsAcceptancePage } from '#features/records/terms/page/TermsAcceptancePage.tsx'
import { SAMPLE_TERMS } from '#features/records/terms/rules.ts'
import type { TermsPage as Shown } from '#features/records/terms/terms-page.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { forceSync } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { clientRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

let practice: ReturnType<typeof fakePractice>
let versions: TermsVersion[]
let sent: SentTerms[]
beforeEach(async () => {
  await page.viewport(1280, 800)
  versions = []
  sent = []
  practice = fakePractice()
  practice.api.on(termsEndpoints.versions, () => versions)
  practice.api.on(termsEndpoints.sent, () => sent)
})
afterEach(() => practice.leave())

const client = (name: string, change: object = {}) => practice.server.write('clients', uuidv7(), clientRow({ name, ...change }))
const version = (number: number, sections: TermsVersion['sections'] = [...SAMPLE_TERMS]): TermsVersion => ({
  ...{ id: uuidv7(), termsVersion: String(number), inForceOn: '2026-11-22', sections },
})
const accepted = (clientId: string, change: Partial<TermsAcceptance> = {}) => {
  const by = { typedName: 'S Penrose', fromAddress: '203.0.113.0', fromAgent: 'Safari', memberId: null }
  const row = { acceptanceMethod: 'web', termsVersion: '1', acceptedAt: '2026-11-20T10:00:00.000Z', notes: null } as const
  return practice.server.write('terms_acceptances', uuidv7(), { clientId, ...row, ...by, ...change })
}
async function open() {
  history.replaceState(null, '', '/clients?tab=terms')
  await practice.signIn()
  return render(
    <main>
      <ClientsScreen />
      <Toaster />
    </main>,
  )
}
type Screen = Awaited<ReturnType<typeof open>>
async function pick(dialog: ReturnType<Screen['getByRole']>, screen: Screen, name: string) {
  await userEvent.fill(dialog.getByRole('combobox', { name: /^Client/ }), name)
  await screen.getByRole('option', { name: new RegExp(name) }).click()
}

test('clients who accepted, who have yet to answer and who never got a request are in separate lists', async () => {
  versions = [version(2), version(1)]
  accepted(client('Sarah Penrose'))
  const tom = client('Tom Haddon')
  accepted(client('Emma Lacey'), { termsVersion: '2', acceptanceMethod: 'verbal', typedName: null, notes: 'At the yard' })
  sent = [{ clientId: tom, sentAt: '2026-11-21T09:00:00.000Z', state: 'delivered', termsVersion: '2' }]
  client('Ruth Ockham', { phone: '07700 900377' })
  const screen = await open()
  const list = screen.getByRole('list', { name: 'Accepted' })
  await expect.element(list.getByText('Version 1, on the page, 20 Nov 2026, signed as S Penrose')).toBeVisible()
  await expect.element(list.getByText('Earlier version')).toBeVisible()
  await expect.element(list.getByText('At the yard')).toBeVisible()
  await expect
    .element(list.getByRole('link', { name: "Sarah Penrose's proof as PDF" }))
    .toHaveAttribute('href', expect.stringMatching(/terms-acceptance\/.+\/evidence$/))
  await expect.element(screen.getByRole('link', { name: 'Preview' })).toHaveAttribute('target', '_blank')
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
  await screen.getByRole('button', { name: 'Waiting 1' }).click()
  await expect.element(screen.getByText('Version 2 sent Sat 21 Nov')).toBeVisible()
  await screen.getByRole('button', { name: 'Not asked 1' }).click()
  await expect.element(screen.getByText('07700 900377')).toBeVisible()
})

test('terms are sent and acceptances recorded, the latter also offline; a missing client is reported', async () => {
  const sarah = client('Sarah Penrose', { phone: '07700 900118' })
  const bodies: unknown[] = []
  practice.api.on(termsEndpoints.send, ({ body }) => {
    bodies.push(body)
    versions = [version(1)]
    sent = [{ clientId: sarah, sentAt: currentTime().toISOString(), state: 'simulated', termsVersion: '1' }]
    return { message: 'Sent', state: 'simulated' as const, termsVersion: '1' }
  })
  const screen = await open()
  await expect.element(screen.getByText('These are sample terms', { exact: false })).toBeVisible()
  await screen.getByRole('button', { name: 'Send terms' }).click()
  const sending = screen.getByRole('dialog', { name: 'Send terms' })
  await sending.getByRole('button', { name: 'Send terms' }).click()
  await expect.element(screen.getByText('Please select a client to send terms to.').first()).toBeVisible()
  await pick(sending, screen, 'Sarah Penrose')
  await sending.getByRole('radio', { name: 'By e-mail' }).click()
  await expect.element(sending.getByText('has no e-mail address on file', { exact: false })).toBeVisible()
  await sending.getByRole('radio', { name: 'By text' }).click()
  await sending.getByRole('button', { name: 'Send terms' }).click()
  await expect.element(screen.getByText('Version 1 for Sarah Penrose. Test version: in the Outbox, not sent.').first()).toBeVisible()
  expect(bodies).toEqual([{ clientId: sarah, method: 'sms' }])
  await expect.element(screen.getByRole('button', { name: 'Waiting 1' })).toBeVisible()
  practice.api.offline(true)
  await screen.getByRole('button', { name: 'Record acceptance' }).click()
  const recording = screen.getByRole('dialog', { name: 'Record acceptance' })
  await recording.getByRole('button', { name: 'Record' }).click()
  await expect.element(screen.getByText('Please select a client to record acceptance for.').first()).toBeVisible()
  await pick(recording, screen, 'Sarah Penrose')
  await userEvent.selectOptions(recording.getByRole('combobox', { name: 'How they accepted' }), 'sms')
  await userEvent.fill(recording.getByRole('textbox', { name: /^Notes/ }), ' Answered yes ')
  await recording.getByRole('button', { name: 'Record' }).click()
  await expect.element(screen.getByText('Acceptance Recorded').first()).toBeVisible()
  await screen.getByRole('button', { name: 'Accepted 1' }).click()
  await expect.element(screen.getByText('Answered yes')).toBeVisible()
  practice.api.offline(false)
  await forceSync()
  const op = () => practice.ops().find(({ entity }) => entity === 'terms_acceptances')
  await expect
    .poll(() => op()?.data)
    .toEqual({ clientId: sarah, acceptanceMethod: 'sms', notes: 'Answered yes', acceptedAt: expect.any(String) })
})

test('new words become a version of their own, which the preview shows with its day', async () => {
  practice.api.on(termsEndpoints.write, ({ body }) => {
    versions = [version(1, body.sections)]
    return versions[0] as TermsVersion
  })
  const screen = await open()
  await screen.getByRole('button', { name: 'Edit' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Your terms of business' })
  for (let left = SAMPLE_TERMS.length; left > 1; left--) await dialog.getByRole('button', { name: /^Remove section 2/ }).click()
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Heading' }), '')
  await dialog.getByRole('button', { name: 'Put in force' }).click()
  await expect.element(dialog.getByText('Every section needs a heading and some text.')).toBeVisible()
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Heading' }), 'Payment')
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Words' }), 'Cash only.\nTrim: £40')
  await dialog.getByRole('button', { name: 'Put in force' }).click()
  await expect.element(screen.getByText('Version 1 of your terms')).toBeVisible()
  expect(versions[0]?.sections).toEqual([{ title: 'Payment', text: 'Cash only.\nTrim: £40' }])
  await screen.unmount()
  const preview = await render(<TermsPage />)
  await expect.element(preview.getByRole('row', { name: 'Trim £40' })).toBeVisible()
  await expect.element(preview.getByText('22 Nov 2026')).toBeVisible()
  expect(preview.getByText('not legal advice', { exact: false }).elements()).toEqual([])
})

test('a client reads, accepts and saves the terms on a phone and a desktop, in the light and the dark', async () => {
  const shown: Shown = {
    ...{ practiceName: 'Probert Farriery', picture: null, ownerName: 'Sarah', termsVersion: '1', inForce: '22 Nov 2026' },
    ...{ sections: [...SAMPLE_TERMS], accepted: null, isReplaced: false },
  }
  const fault = { sentence: "Tick that you've read and accept the terms.", name: 'S Penrose', hasRead: false }
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    const screen = await render(<TermsAcceptancePage page={shown} token="t" fault={fault} />)
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await expect.element(screen.getByRole('textbox', { name: 'Your name' })).toHaveValue('S Penrose')
    await expect.element(screen.getByRole('alert')).toBeVisible()
    await screen.rerender(
      <TermsAcceptancePage page={{ ...shown, accepted: { name: 'S Penrose', when: '22 Nov 2026 at 10:00' } }} token="t" />,
    )
    await expect.element(screen.getByRole('link', { name: 'Save as PDF' })).toHaveAttribute('href', '/terms/t/accepted.pdf')
    expect(screen.getByRole('button').elements()).toEqual([])
    expect(await axeFindings()).toEqual([])
    await screen.unmount()
  }
})
