import { realMs } from '#lib/clock.ts'

/* For tests only: whom and what the double of Meta knows: a person, their pages, what was allowed, and what is on them. */

type Told = { subcode?: number; said?: string; headers?: Record<string, string> }

/** What it answers instead of doing what was asked. */
export class GraphFault extends Error {
  readonly status: number
  readonly code: number
  readonly subcode: number | undefined
  readonly said: string | undefined
  readonly headers: Record<string, string> | undefined
  constructor(status: number, code: number, message: string, { subcode, said, headers }: Told = {}) {
    super(message)
    this.status = status
    this.code = code
    this.subcode = subcode
    this.said = said
    this.headers = headers
  }
}

/** It isn't there, or this token can't see it: it doesn't say which. */
export const unseen = (what = 'get') =>
  new GraphFault(
    400,
    100,
    `Unsupported ${what} request. Object with ID does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    { subcode: 33 },
  )

export type FarPage = {
  id: string
  name: string
  token: string
  tasks: string[]
  ig: { id: string; username: string } | null
}
export type FarPhoto = { pageId: string; altText: string; bytes: Buffer; storyId: string | null }
export type FarPagePost = { pageId: string; message: string; photoId: string }
export type Container = {
  igId: string
  caption: string
  altText: string
  bytes: Buffer
  status: 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED'
}
export type FarMedia = { igId: string; caption: string; altText: string; bytes: Buffer; at: number }

export const APP = { id: '1234567890', secret: 'the-apps-s3cret-of-the-forge' }
export const ALL_SCOPES = [
  ...['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'],
  ...['instagram_basic', 'instagram_content_publish', 'instagram_manage_contents'],
]

export class FarMeta {
  readonly name = 'Gareth Probert'
  readonly asked: string[] = []
  pages: FarPage[] = [farPage(1, 'Gareth Probert Farriery', 'probertfarriery')]
  /** What Gareth has allowed the app, by the boxes he ticked. */
  scopes = new Set(ALL_SCOPES)
  /** Tokens of Gareth himself, and whether they are for two months or two hours. */
  readonly userTokens = new Map<string, 'short' | 'long'>()
  /** Codes that may be exchanged once, and what they were given out for. */
  readonly codes = new Map<string, { redirectUri: string; challenge: string | null }>()
  readonly photos = new Map<string, FarPhoto>()
  readonly pagePostsById = new Map<string, FarPagePost>()
  readonly containers = new Map<string, Container>()
  readonly media = new Map<string, FarMedia>()
  /** How Instagram fetches a picture. */
  fetch: (url: string) => Promise<Response> = (url) => globalThis.fetch(url)
  /** Posts to Instagram in 24 hours. */
  quota = 50
  /** So often a picture is still being looked at. */
  lookedAt = 0
  private readonly faults: { at: RegExp; fault: GraphFault; left: number }[] = []
  private nextId = 17_841_400_000_000_000n

  newId = () => String(++this.nextId)

  /** Answers requests like `POST me/feed` with this, so often. */
  refuse(at: RegExp, fault: GraphFault, times = 1) {
    this.faults.push({ at, fault, left: times })
  }

  nextFault(method: string, path: string): GraphFault | undefined {
    const found = this.faults.find(({ at, left }) => left > 0 && at.test(`${method} ${path}`))
    if (found) found.left -= 1
    return found?.fault
  }

  addPage(name: string, username: string | null, tasks?: string[]): FarPage {
    const page = { ...farPage(this.pages.length + 1, name, username), ...(tasks && { tasks }) }
    this.pages.push(page)
    return page
  }

  takeOff() {
    this.scopes.clear()
    this.userTokens.clear()
    for (const page of this.pages) page.token = `${page.token}, gone`
  }

  pagePosts = () =>
    [...this.pagePostsById].flatMap(([id, { message, photoId }]) => {
      const photo = this.photos.get(photoId)
      return photo ? [{ remoteId: `${id}/${photoId}`, text: message, altText: photo.altText, bytes: photo.bytes }] : []
    })

  igPosts = () => [...this.media].map(([remoteId, { caption, altText, bytes }]) => ({ remoteId, text: caption, altText, bytes }))

  /** As many as were published in the last 24 hours. */
  used = (igId: string) => [...this.media.values()].filter((each) => each.igId === igId && each.at > realMs() - 86_400_000).length
}

const farPage = (nth: number, name: string, username: string | null): FarPage => ({
  id: `10015988000000${nth}`,
  name,
  token: `a token of the page ${nth}`,
  tasks: ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'],
  ig: username === null ? null : { id: `1784140500000000${nth}`, username },
})
