import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { HorseRecord, Photo } from '#app/my/horse-view.ts'
import type { ShareShown, ShareView } from '#app/my/share-view.ts'
import { copyInto } from '#app/pages/my/copy.ts'
import { MySharePage } from '#app/pages/my/MySharePage.tsx'
import { SharePage } from '#app/pages/share/SharePage.tsx'
import type { CardFoot } from '#features/day/visit-card/card.ts'
import '#ui/styles.css'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'

afterEach(() => document.documentElement.removeAttribute('data-theme'))

const look = { isShod: true, isFront: true, hasBar: false, hasPad: false, hasStuds: false }
const feet: CardFoot[] = (['NF', 'OF', 'NH', 'OH'] as const).map((foot) => ({ foot, name: foot, words: 'New shoe, 5¼ fullered', look }))
const photo = (n: number): Photo => ({ id: `p${n}`, words: 'Biscuit, near fore, the sole', day: '2026-11-10', isOwn: false })
const work = [{ id: 'w', serviceType: 'Full set new', description: 'Rolled toes.', feet }]
const record: HorseRecord = {
  ...{
    photo: photo(0),
    feet,
    feetDay: '2026-11-10',
    isWorkShown: true,
    hasCome: false,
    photosComing: 0,
    files: [],
    upload: { state: 'none' },
  },
  timeline: Array.from({ length: 8 }, (_, n) => ({
    ...{ id: `m${n}`, day: '2026-11-10', who: 'Gareth Probert', visitId: null, work, photos: [] },
    ...{ seen: ['Near fore: thrush'], advice: ['Pick out daily.'] },
  })),
  pairs: [{ title: 'Near fore, the sole', before: photo(1), after: photo(2) }],
  photos: Array.from({ length: 14 }, (_, n) => photo(n)),
}
const share = (id: string, change: Partial<ShareShown> = {}): ShareShown => ({
  ...{ id, slug: 'probert', horse: 'Biscuit', recipient: 'for Tom Pugh of Pugh & Daughter Insurance Brokers, about insurance' },
  ...{ shows: 'Work and feet, 3 photos, since 1 May 2026', standing: 'Open until Sat 12 Dec 2026, 14:05' },
  ...{ opened: 'Opened 3 times, last on Tue 1 Dec', isOpen: true, mayEnd: true, ...change },
})
const view: ShareView = {
  ...{ page: 'share', slug: 'probert', practiceName: 'Probert Farriery', horse: { id: 'biscuit', name: 'Biscuit' }, whyNot: null },
  form: { toName: '', purpose: '', work: true, findings: false, photoIds: ['p1'], from: '', days: '14' },
  ...{ formId: 'f', photos: record.photos, fault: undefined, mustProve: false, preview: null, made: null },
  shares: [share('a'), share('b', { isOpen: false, standing: 'Ended on 28 Nov 2026 by your farrier', mayEnd: false })],
}
const told = { recipient: 'for Tom Pugh, about a sale', until: 'Sat 12 Dec 2026, 14:05' }
const preview = { ...told, about: 'Bay Welsh cob, born 2014', leftOut: 2, record }
const made = { ...told, url: `https://diary.example/share/${'x'.repeat(43)}`, subject: 'Biscuit', words: 'Biscuit: https://diary.example' }
const shown = {
  ...{ token: 't', practiceName: 'Probert Farriery', frcNumber: '10421', horse: { name: 'Biscuit', about: 'Bay Welsh cob, born 2014' } },
  ...{ ...told, record },
}
const nothing: HorseRecord = { ...record, photo: null, feet: [], feetDay: null, timeline: [], pairs: [], photos: [] }

const SCREENS = {
  form: <MySharePage {...view} />,
  'first-form': <MySharePage {...view} photos={[]} shares={[]} />,
  refused: <MySharePage {...view} fault="Say who it’s for: a name will do." />,
  'why-not': <MySharePage {...view} whyNot="Biscuit isn’t yours any more, so you can’t show it by a link." />,
  preview: <MySharePage {...view} preview={preview} />,
  'must-prove': (
    <MySharePage
      {...view}
      preview={preview}
      mustProve
      fault="You signed in a while ago. Get a new code in Settings, then come back here."
    />
  ),
  made: <MySharePage {...view} made={made} />,
  shown: <SharePage view={shown} />,
  'shown-empty': <SharePage view={{ ...shown, frcNumber: null, record: nothing }} />,
  'shown-nothing': <SharePage view={undefined} />,
}

test.each(Object.entries(SCREENS))('%s is right for who can’t see it, on a phone and on a desktop', async (name, screen) => {
  for (const [width, theme] of [...LOOKS, [375, 'dark'], [1280, 'light']] as const) {
    await page.viewport(width, 900)
    document.documentElement.dataset.theme = theme
    const painted = await render(screen)
    expect(await axeFindings(), `${name} ${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth, `${name} ${width}`).toBeLessThanOrEqual(width)
    await painted.unmount()
  }
})

test('what was typed and ticked goes along from the form to the preview, and back', async () => {
  const form = { toName: 'Tom Pugh', purpose: 'sale', work: true, findings: true, photoIds: ['p1', 'p3'], from: '2026-05-01', days: '30' }
  const sent = (container: HTMLElement) =>
    Object.fromEntries(new FormData(container.querySelector<HTMLFormElement>('form[action$="/horses/biscuit/share"]') ?? undefined))
  const before = await render(<MySharePage {...view} form={form} />)
  const fields = sent(before.container)
  await before.unmount()
  const after = await render(<MySharePage {...view} form={form} preview={preview} />)
  expect(sent(after.container)).toEqual(fields)
  expect(fields).toMatchObject({ toName: 'Tom Pugh', from: '2026-05-01', days: '30', 'photo-p1': 'yes', 'photo-p3': 'yes', formId: 'f' })
  expect(fields).not.toHaveProperty('photo-p2')
})

test('the link is copied by a press once the script is there, and stands in words without it', async () => {
  const screen = await render(<MySharePage {...view} made={made} />)
  await expect.element(screen.getByText(made.url)).toBeVisible()
  expect(screen.container.querySelector<HTMLButtonElement>('button[data-copy]')?.hidden).toBe(true)
  copyInto(document)
  await expect.element(screen.getByRole('button', { name: 'Copy link' })).toBeVisible()
  const [mail, text] = [...screen.container.querySelectorAll('a')].flatMap(({ href }) => (/^(mailto|sms):/.test(href) ? [href] : []))
  expect([mail, text].map((href) => decodeURIComponent(href ?? ''))).toEqual([
    'mailto:?subject=Biscuit&body=Biscuit: https://diary.example',
    'sms:?&body=Biscuit: https://diary.example',
  ])
})
