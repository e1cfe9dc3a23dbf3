import type { Connector, PosterConnector } from '#connectors/kit/connector.ts'
import type { Manifest } from '#connectors/kit/manifest.ts'
import type { FarPost, Posted } from '#connectors/kit/poster.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import { CONNECTORS, POSTERS, TRIED } from '#connectors/registry.ts'

type Step = 'prepare' | 'publish' | 'find' | 'remove'
/** What one call does: `lost`: it is carried out and its answer is lost; `killed`: then our worker dies; `cut`: nothing arrives; else it is refused so. */
type Fault = 'lost' | 'killed' | 'cut' | Refusal
type FarPosted = {
  uid: string
  remoteId: string
  text: string
  altText: string
  at: Date
  bytes: Uint8Array
  pictureUrl: string | null
}

/** A social network in the test's own process, which does what it is told: so that every order of lost answers can be made. */
class FarNetwork {
  readonly posts: FarPosted[] = []
  readonly asked: string[] = []
  /** What it was handed last. */
  handed: FarPost | undefined
  /** Whether it can tell what is there after a lost answer. */
  canTell = true
  /** Whether it lets anyone take a post down but by hand. */
  takesDown = true
  /** Done before a call is carried out. */
  before: Partial<Record<Step, () => Promise<unknown>>> = {}
  readonly #faults: Partial<Record<Step, Fault[]>> = {}
  #next = 1

  fail(step: Step, ...faults: Fault[]) {
    this.#faults[step] = faults
  }

  clear() {
    this.posts.length = 0
    this.asked.length = 0
    for (const step of Object.keys(this.#faults) as Step[]) delete this.#faults[step]
    Object.assign(this, { canTell: true, takesDown: true, before: {} })
  }

  readonly poster = {
    prepare: (_: unknown, post: FarPost) => {
      this.handed = post
      return this.#call('prepare', post.uid, async () => `prepared ${post.uid}`)
    },
    publish: (_: unknown, post: FarPost, prepared: string) =>
      this.#call('publish', post.uid, async (): Promise<Posted> => {
        if (prepared !== `prepared ${post.uid}`) throw new Error(`published what was not prepared: ${prepared}`)
        const { picture, ...of } = post
        const remoteId = `${this.#next++}`
        this.posts.push({ ...of, remoteId, bytes: picture.bytes })
        return { remoteId, url: urlOf(remoteId) }
      }),
    find: (_: unknown, { uid }: FarPost) =>
      this.#call('find', uid, async (): Promise<Posted | null | 'unknown'> => {
        const found = this.posts.find((one) => one.uid === uid)
        if (!this.canTell) return 'unknown'
        return found ? { remoteId: found.remoteId, url: urlOf(found.remoteId) } : null
      }),
    remove: (_: unknown, remoteId: string) =>
      this.#call('remove', remoteId, async () => {
        const at = this.posts.findIndex((one) => one.remoteId === remoteId)
        if (at >= 0 && !this.takesDown) throw new Refusal('refused', { sentence: 'Take it down in the app of Farnet.' })
        if (at >= 0) this.posts.splice(at, 1)
      }),
  }

  async #call<T>(step: Step, what: string, work: () => Promise<T>): Promise<T> {
    this.asked.push(`${step} ${what}`)
    await this.before[step]?.()
    const fault = this.#faults[step]?.shift()
    if (fault === 'lost' || fault === 'killed') await work()
    if (fault === 'killed') throw new Error('killed')
    if (fault === 'lost' || fault === 'cut') throw new Refusal('later')
    if (fault) throw fault
    return work()
  }
}

const urlOf = (remoteId: string) => `https://farnet.example/posts/${remoteId}`

/** The network of this test file. */
export const farNetwork = new FarNetwork()

const farnet: PosterConnector = {
  manifest: {
    ...{ id: 'farnet', name: 'Farnet', description: 'Posts', category: 'social', of: 'practice', at: 'https://farnet.example' },
    asks: { by: 'key', label: 'App password', where: 'In its settings.', fields: [] },
    posts: { text: 300, altText: 1000, bytes: 30_000, fetchesPicture: true },
    ...{ sends: ['Posts'], brings: [], leaves: ['Posts stay.'] },
  },
  check: async () => ({ account: 'gareth.farnet' }),
  poster: farNetwork.poster,
}

/** Puts this network among the connectors; test files of one worker share those, so it is taken out again by what this returns. */
export function addFarNetwork(): () => void {
  const [byId, list] = [[POSTERS, TRIED] as Record<string, Connector>[], CONNECTORS as Manifest[]]
  for (const known of byId) known[farnet.manifest.id] = farnet
  list.push(farnet.manifest)
  return () => {
    for (const known of byId) delete known[farnet.manifest.id]
    list.splice(list.indexOf(farnet.manifest), 1)
  }
}
