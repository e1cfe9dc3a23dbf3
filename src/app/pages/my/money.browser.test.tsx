import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { MyView } from '#app/my/views.ts'
import { MY_PAGES } from '#app/pages/my/pages.tsx'
import type { InvoicePaper } from '#features/ledger/invoices/paper.ts'
import { SAMPLE_TERMS } from '#features/records/terms/rules.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import '#ui/styles.css'

afterEach(async () => {
  delete document.documentElement.dataset.theme
  await page.viewport(1280, 800)
})

const LONG = 'Llanfairpwllgwyngyll & Daughters Remedial Farriery'
const bank = { accountName: 'G Probert', sortCode: '112233', accountNumber: '12345678' }
const practice = { name: LONG, address: 'The Forge, Kingsland', phone: '01568 700900', email: null, frcNumber: '4471', vatNumber: null }
const line = {
  chargeId: 'c1',
  horseName: 'Seren',
  ownerName: null,
  description: 'Full set new',
  quantity: 1,
  unitPence: 18_000,
  netPence: 18_000,
  vatPence: 0,
  grossPence: 18_000,
  vatRateBp: 0,
  includesVat: false,
  chargedOn: '2026-11-20',
  feet: null,
}
const paper = {
  kind: 'invoice',
  number: 'INV-0042',
  asWas: {
    practice,
    payer: { name: 'Ffion Rees', businessName: null, address: '7 Mill Lane', postcode: 'HR6 0VK' },
    visit: { onDay: '2026-11-20', location: 'Hollybush' },
    lines: [line],
    bank,
    terms: null,
    creditsNumber: null,
  },
  issuedOn: '2026-11-20',
  dueOn: '2026-11-24',
  note: null,
  netPence: 18_000,
  vatPence: 0,
  totalPence: 18_000,
  settled: [],
  leftPence: 18_000,
  isOverdue: true,
} as unknown as InvoicePaper
const ages = { notDuePence: 0, to30Pence: 18_000, to60Pence: 0, to90Pence: 0, over90Pence: 0 }
const statement = {
  clientId: 'c',
  clientName: 'Ffion Rees',
  from: '2025-11-28',
  to: '2026-11-28',
  openingPence: 0,
  lines: [{ day: '2026-11-20', kind: 'invoice', id: 'i', words: 'Invoice INV-0042', pence: 18_000, balancePence: 18_000 }],
  closingPence: 18_000,
  ages,
  onAccountPence: 0,
  owedPence: 18_000,
} as const
const payer = {
  clientId: 'c',
  name: 'Ffion Rees',
  owedPence: 16_000,
  onAccountPence: 2000,
  open: [{ id: 'i', number: 'INV-0042', dueOn: '2026-11-24', leftPence: 18_000, isOverdue: true }],
  settled: [{ id: 'p', kind: 'invoice', number: 'INV-0031', issuedOn: '2026-10-02', totalPence: 3500 }],
  payments: [{ id: 'm', receivedOn: '2026-10-05', pence: 3500, method: 'bank-transfer', numbers: ['INV-0031'] }],
} as const
const wishes = {
  preferredChannel: 'sms',
  enableReminders: true,
  reminderHours: 48,
  enableUpdates: true,
  enableConfirmations: false,
  nextStopsBefore: 1,
} as const
const texts = {
  page: 'texts',
  slug: 'p',
  practiceName: LONG,
  clientId: 'c',
  clientName: null,
  phone: '07700 900118',
  email: null,
  wishes,
  pushKey: 'key',
  isTold: false,
} as const
const details = { name: 'Ffion Rees', address: '7 Mill Lane', postcode: 'HR6 0VK' }
const asked = { onDay: '2026-11-28', byDay: '2026-12-28' } as const
const terms = {
  practiceName: LONG,
  picture: null,
  ownerName: 'Ffion',
  termsVersion: '2',
  inForce: '22 Nov 2026',
  isReplaced: false,
} as const
const CLIENT = { id: 'c', name: 'Ffion Rees', details, waiting: null, asked: null }
const FARRIER = { slug: 'p', name: LONG }

const VIEWS: readonly [string, MyView][] = [
  ['money', { page: 'money', practices: [{ ...FARRIER, payers: [payer, { ...payer, clientId: 'd', name: 'Huw Rees', open: [] }] }] }],
  ['money-none', { page: 'money', practices: [] }],
  ['invoice', { page: 'invoice', slug: 'p', id: 'i', paper, takesCards: true, hasCome: false, hasSaid: false }],
  ['invoice-said', { page: 'invoice', slug: 'p', id: 'i', paper, takesCards: false, hasCome: false, hasSaid: true }],
  [
    'statement',
    {
      page: 'statement',
      slug: 'p',
      months: 12,
      payers: [
        { id: 'c', name: 'Ffion Rees' },
        { id: 'd', name: 'Huw Rees' },
      ],
      paper: {
        practice: { name: LONG, phone: null, lines: [] },
        bank: [{ label: 'Sort code', words: '11-22-33', isCopied: true }],
        unpaid: [{ number: 'INV-0042', dueOn: '2026-11-24', leftPence: 18_000 }],
        statement: { ...statement, lines: [...statement.lines] },
      },
    },
  ],
  [
    'terms',
    {
      page: 'terms',
      pdfPath: '/x.pdf',
      terms: { ...terms, sections: [...SAMPLE_TERMS], accepted: null },
      fault: { sentence: 'Type your name, so we know who accepts.', name: '', hasRead: true },
    },
  ],
  [
    'terms-accepted',
    {
      page: 'terms',
      pdfPath: '/x.pdf',
      terms: { ...terms, sections: [...SAMPLE_TERMS], accepted: { name: 'Ffion Rees', when: '24 Nov 2026 at 18:52' } },
    },
  ],
  ['texts', { ...texts, stoppedOn: null, isSaved: true }],
  ['texts-stopped', { ...texts, stoppedOn: '2026-11-03', isSaved: false, fault: 'Choose each answer from its list.' }],
  ['data', { page: 'data', practices: [{ ...FARRIER, clients: [CLIENT] }] }],
  [
    'data-asked',
    {
      page: 'data',
      practices: [{ ...FARRIER, clients: [{ ...CLIENT, waiting: 'New details: 9 Mill Lane', asked }] }],
      fault: 'You signed in a while ago. Get a new code in Settings, then come back here.',
      isToProve: true,
    },
  ],
  ['closed', { page: 'closed' }],
  ['privacy', { page: 'privacy', isSignedIn: true }],
]

function Painted({ view }: { view: MyView }) {
  const Page = MY_PAGES[view.page] as (shown: MyView) => ReturnType<(typeof MY_PAGES)['money']>
  return <Page {...view} />
}

test.each(VIEWS)('%s can be read by all, at any width, with its details open', async (_, view) => {
  const screen = await render(<Painted view={view} />)
  for (const details of document.querySelectorAll('details')) details.open = true
  for (const [width, theme] of LOOKS) {
    document.documentElement.dataset.theme = theme
    await page.viewport(width, 900)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    expect(await axeFindings()).toEqual([])
  }
  expect(screen.container.querySelectorAll('h1')).toHaveLength(1)
})
