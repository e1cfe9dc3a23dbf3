import { z } from 'zod'
import { manifest, SCOPES } from '#connectors/instagram/manifest.ts'
import type { PosterConnector } from '#connectors/kit/connector.ts'
import { accountOf, GraphId, graph, Made, takeDown } from '#connectors/kit/graph.ts'
import { chosen, type Page, settled } from '#connectors/kit/graph-pages.ts'
import type { FarPost, Posted } from '#connectors/kit/poster.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'

const NAME = 'Instagram'
const KIND = {
  name: NAME,
  scopes: SCOPES,
  choicesIn: ({ instagram_business_account: its, access_token: token }: Page) =>
    its ? [{ id: its.id, name: `@${its.username}`, token }] : [],
  none: 'None of the pages you allowed has an Instagram professional account. In Instagram, switch to one and link it to your page; then sign in again.',
} as const

/** How wide a picture is to its height, at least and at most: 4:5 and 1.91:1. */
const [NARROWEST, WIDEST] = [0.8, 1.91]
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const named = async (wire: Wire, id: string) => {
  const { username } = await graph(wire, NAME, `/${id}?fields=id,username`, z.object({ username: z.string().max(100) }))
  return { account: `@${username}`, company: id }
}

const Limit = z.object({
  data: z.array(z.object({ quota_usage: z.number(), config: z.object({ quota_total: z.number() }) })).max(10),
})

/** So many posts go in any 24 hours; past them nothing is handed over. */
async function requireRoom(wire: Wire, account: string): Promise<void> {
  const { data } = await graph(wire, NAME, `/${account}/content_publishing_limit?fields=config,quota_usage`, Limit)
  const full = data.find(({ quota_usage, config }) => quota_usage >= config.quota_total)
  if (!full) return
  const sentence = `Instagram takes ${full.config.quota_total} posts in 24 hours. This one goes as soon as it takes more.`
  throw new Refusal('later', { sentence, isAnswered: true, afterMs: HOUR_MS })
}

async function prepare(wire: Wire, { text, altText, picture, pictureUrl }: FarPost): Promise<string> {
  const account = accountOf(wire, NAME)
  const ratio = picture.width / picture.height
  if (ratio < NARROWEST || ratio > WIDEST)
    throw new Refusal('refused', { sentence: 'Instagram takes no photo that is this narrow or this wide.' })
  if (!pictureUrl) throw new Refusal('refused', { sentence: 'This server has no address that Instagram can fetch the photo from.' })
  await requireRoom(wire, account)
  const form = { image_url: pictureUrl, caption: text, alt_text: altText }
  return (await graph(wire, NAME, `/${account}/media`, Made, { method: 'POST', form })).id
}

const Status = z.object({ status_code: z.enum(['EXPIRED', 'ERROR', 'FINISHED', 'IN_PROGRESS', 'PUBLISHED']) })
const statusOf = async (wire: Wire, container: string) =>
  (await graph(wire, NAME, `/${GraphId.parse(container)}?fields=status_code`, Status)).status_code

/** It looks at a picture for some moments; Meta asks not to be asked more than once a minute about what takes longer. */
const LOOKS_MS = [500, 1500, 4000]
const stillLooking = () =>
  new Refusal('later', { isAnswered: true, afterMs: MINUTE_MS, sentence: 'Instagram is still looking at the photo.' })

async function readyStatus(wire: Wire, container: string) {
  for (const ms of LOOKS_MS) {
    const status = await statusOf(wire, container)
    if (status !== 'IN_PROGRESS') return status
    await new Promise((done) => setTimeout(done, ms))
  }
  const status = await statusOf(wire, container)
  if (status === 'IN_PROGRESS') throw stillLooking()
  return status
}

const Link = z.object({ permalink: z.url({ protocol: /^https$/ }).max(2000) })

async function publish(wire: Wire, post: FarPost, container: string): Promise<Posted> {
  const status = await readyStatus(wire, container)
  if (status === 'EXPIRED')
    throw new Refusal('gone', { sentence: "Instagram keeps a photo for a day, and this one wasn't published in time." })
  if (status === 'ERROR') throw new Refusal('refused', { sentence: "Instagram couldn't make a post of this photo." })
  if (status === 'PUBLISHED') {
    const there = await findListed(wire, post)
    if (there === 'unknown') throw new Refusal('later')
    return there
  }
  const form = { creation_id: container }
  const { id } = await graph(wire, NAME, `/${accountOf(wire, NAME)}/media_publish`, Made, { method: 'POST', form })
  // It is public by now: what fails here is looked up afterwards.
  const { permalink } = await graph(wire, NAME, `/${id}?fields=permalink`, Link).catch((cause) => {
    throw new Refusal('later', { cause })
  })
  return { remoteId: id, url: permalink }
}

async function find(wire: Wire, post: FarPost, container: string): Promise<Posted | null | 'unknown'> {
  const status = await statusOf(wire, container).catch((error) => {
    // It may be forgotten once it is published.
    if (error instanceof Refusal && error.kind === 'gone') return 'PUBLISHED' as const
    throw error
  })
  if (status === 'PUBLISHED') return findListed(wire, post)
  // They may be at it still.
  if (status === 'IN_PROGRESS') throw stillLooking()
  return null
}

const MOST = 50
const Listed = z.object({
  data: z.array(Link.extend({ id: GraphId, caption: z.string().max(10_000).default(''), timestamp: z.coerce.date() })).max(MOST),
})
/** Their clock and ours may differ. */
const EARLIER_MS = 10 * MINUTE_MS

/** Of what was published since, the post with these words; nothing else of ours is kept there. One without words can't be told from another's. */
async function findListed(wire: Wire, { text, at }: FarPost): Promise<Posted | 'unknown'> {
  if (bare(text) === '') return 'unknown'
  const { data } = await graph(wire, NAME, `/${accountOf(wire, NAME)}/media?fields=id,caption,timestamp,permalink&limit=${MOST}`, Listed)
  const found = data.find(({ caption, timestamp }) => bare(caption) === bare(text) && timestamp.getTime() >= at.getTime() - EARLIER_MS)
  return found ? { remoteId: found.id, url: found.permalink } : 'unknown'
}

/** Captions come without the @ of names. */
const bare = (text: string) => text.normalize('NFC').replaceAll('@', '').trim()

export const instagram: PosterConnector = {
  manifest,
  check: (wire) => (wire.credentials.account ? named(wire, wire.credentials.account) : settled(wire, KIND)),
  choose: (wire, id) => chosen(wire, KIND, id),
  poster: { prepare, publish, find, remove: (wire, remoteId) => takeDown(wire, NAME, GraphId.parse(remoteId)) },
}
