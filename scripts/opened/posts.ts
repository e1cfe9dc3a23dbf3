import type { Page } from 'playwright'
import { castHorse } from '#db/cast.ts'
import type { Attachment } from '#features/evidence/files/contract.ts'
import type { Network, Post, Target, TargetState } from '#features/office/posts/contract.ts'
import type { PhotoConsent } from '#features/records/photo-consents/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { farrier } from './portal-people.ts'
import type { Opened } from './steps.ts'

/** Posts of a before and after: how one is written, what keeps it from going, and how each stands. The demo practice reaches no network, so the states are set here. */
export const POSTS: Opened = {
  'post-new': async (page) => {
    const dialog = await compose(page, NETWORKS)
    await dialog.getByRole('textbox', { name: /^Words/ }).fill(GOOD)
  },
  'post-preview': async (page) => {
    const dialog = await compose(page, NETWORKS)
    await dialog.getByRole('textbox', { name: /^Words/ }).fill(GOOD)
    await dialog.getByRole('button', { name: 'Bluesky', exact: true }).click()
    await dialog.getByRole('region', { name: 'How it looks' }).scrollIntoViewIfNeeded()
  },
  'post-instagram': async (page) => {
    const dialog = await compose(page, NETWORKS)
    await dialog.getByRole('textbox', { name: /^Words/ }).fill(GOOD)
    await dialog.getByRole('button', { name: 'Instagram', exact: true }).click()
    await dialog.getByRole('region', { name: 'How it looks' }).scrollIntoViewIfNeeded()
  },
  'post-warned': async (page) => {
    const dialog = await compose(page, NETWORKS)
    await dialog
      .getByRole('textbox', { name: /^Words/ })
      .fill(`Mrs Penrose’s horse, trimmed on 6 October. ${'A good foot takes time. '.repeat(13)}`)
    await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  },
  'post-offline': async (page) => {
    const dialog = await compose(page, NETWORKS)
    await dialog.getByRole('checkbox', { name: /^Bluesky/ }).waitFor()
    // The views after it have a network again.
    await page.route('**/api/**', (route) => route.abort())
    await page.evaluate("window.dispatchEvent(new Event('offline'))")
    await dialog.getByText('No signal. It goes when you have some.').waitFor()
  },
  'post-not-connected': (page) => compose(page, []),
  'post-discard': async (page) => {
    const dialog = await compose(page, NETWORKS)
    await dialog.getByRole('textbox', { name: /^Words/ }).fill(GOOD)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).waitFor()
  },
  'posts-of-horse': (page) => posts(page),
  'posts-of-horse-end': async (page) => {
    await posts(page)
    await page.getByText('Being taken down').scrollIntoViewIfNeeded()
  },
  'post-take-down': async (page) => {
    await posts(page)
    await page.getByRole('button', { name: 'Take down' }).first().click()
    await page.getByRole('dialog', { name: 'Take this post down?' }).waitFor()
  },
  'consent-withdraw-posts': async (page) => {
    await posts(page)
    await page.goto(`/horses?horse=${BISCUIT.id}&tab=details`)
    await page.getByRole('button', { name: 'Withdraw, Biscuit' }).first().click()
    await page.getByText(/taken down\.$/).waitFor()
  },
}

const BISCUIT = castHorse('Biscuit')
const GOOD = 'Four months on. The toe is back, the heels are down, and he’s sound on stones.\n\nThanks to a patient owner.'
const of = (id: string, name: string, account: string, text: number): Network => ({
  ...{ id, name, account, text, altText: 1000, isOn: true, isRehearsed: false },
})
const NETWORKS: Network[] = [
  of('facebook', 'Facebook page', 'Gareth Probert Farriery', 3000),
  of('instagram', 'Instagram', 'gareth.probert.farriery', 2200),
  of('bluesky', 'Bluesky', '@garethprobert.bsky.social', 300),
]

const know = (page: Page, networks: Network[]) => page.route('**/api/posts/networks', (route) => route.fulfill({ json: networks }))

/** One consent, and no post: whatever the views before have left. */
async function agreed(page: Page) {
  const { id: horseId, clientId } = BISCUIT
  const withdrawnAt = currentTime().toISOString()
  for (const consent of await farrier<PhotoConsent[]>(page, `/api/photo-consents?clientId=${clientId}`))
    if (!consent.withdrawnAt && !consent.refusedAt) await farrier(page, `/api/photo-consents/${consent.id}`, { withdrawnAt }, 'put')
  for (const { id } of await farrier<Post[]>(page, `/api/posts?horseId=${horseId}`))
    await page.request.delete(`/api/posts/${id}`, { headers: { origin: new URL(page.url()).origin } })
  await farrier(page, '/api/photo-consents', { clientId, horseId, uses: ['card', 'social'], how: 'said', wordingVersion: 1 })
}

async function compose(page: Page, networks: Network[]) {
  await know(page, networks)
  await agreed(page)
  await page.goto(`/horses?horse=${BISCUIT.id}&tab=photos`)
  await page.getByRole('button', { name: 'Before and after' }).click()
  await page.getByRole('dialog').getByRole('img').waitFor()
  await page.getByRole('button', { name: 'Make a post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a post' })
  await dialog.getByLabel('What is in the picture').waitFor()
  return dialog
}

const since = (state: TargetState, more: Partial<Target> = {}): Target => ({
  ...{ state, url: null, sentence: null, at: currentTime().toISOString() },
  ...more,
})
const URL_THERE = 'https://bsky.app/profile/garethprobert.bsky.social/post/3lb'
/** As the server would have written them, post by post. */
const STANDING: (Pick<Post, 'networks' | 'targets'> & Partial<Post>)[] = [
  {
    networks: ['facebook', 'instagram', 'bluesky'],
    targets: {
      facebook: since('posted', { url: URL_THERE }),
      instagram: since('refused', { sentence: 'Instagram refused it: the account isn’t a professional one.' }),
      bluesky: since('doubt', { sentence: 'Bluesky’s answer was lost. Look whether it’s there.' }),
    },
  },
  {
    networks: ['facebook', 'bluesky'],
    targets: { facebook: since('waiting', { sentence: 'Facebook isn’t answering; we keep trying.' }), bluesky: since('sending') },
  },
  {
    ...{ networks: ['facebook', 'instagram', 'bluesky'], state: 'down', downAt: currentTime().toISOString(), downBy: 'member' },
    targets: {
      facebook: since('still_up', { url: URL_THERE, sentence: 'Facebook lets only you delete this one. Open it there, and delete it.' }),
      instagram: since('left'),
      bluesky: since('removing', { url: URL_THERE }),
    },
  },
]

/** Three posts as they stand, and a draft. */
async function posts(page: Page) {
  await know(page, NETWORKS)
  await agreed(page)
  const made: string[] = []
  const files = await farrier<Attachment[]>(page, `/api/horses/${BISCUIT.id}/files`)
  const pictureId = files.find(({ foot }) => foot === 'NF')?.id ?? null
  const about = { horseId: BISCUIT.id, altText: 'A near fore', pictureId }
  for (const { networks } of STANDING) made.push((await farrier<Post>(page, '/api/posts', { ...about, text: GOOD, networks })).id)
  await farrier(page, '/api/posts', { ...about, text: 'To be gone on with' })
  await page.route('**/api/sync/pull*', async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as { rows?: { id: string; data: object | null }[] }
    for (const row of json.rows ?? []) {
      const standing = STANDING[made.indexOf(row.id)]
      if (standing && row.data) Object.assign(row.data, { state: 'posting', pressedAt: currentTime().toISOString() }, standing)
    }
    await route.fulfill({ response: answer, json })
  })
  await page.goto(`/horses?horse=${BISCUIT.id}&tab=photos`)
  await page.getByRole('region', { name: 'Posts' }).getByText('In doubt').waitFor()
}
