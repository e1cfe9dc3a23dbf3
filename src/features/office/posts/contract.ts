import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    posts: Post
  }
}

const ref = z.string().min(1).max(60)

/**
 * How a post stands at a network. `waiting`: it goes once it can. `rehearsed`: nothing left the test version. `doubt`: the answer was lost, and only
 * a person can see whether it is there. `left`: a person left it out. `removing`: it is being taken down. `still_up`: only a person can take it down.
 */
const TargetState = z.enum(['waiting', 'sending', 'rehearsed', 'posted', 'refused', 'doubt', 'left', 'removing', 'still_up', 'down'])
export type TargetState = z.output<typeof TargetState>

const Target = z.object({
  state: TargetState,
  /** Where people see it; null: not there, or not known. */
  url: z.string().nullable(),
  /** Why it waits, was refused, or what a person has to do. */
  sentence: z.string().nullable(),
  /** Since when it stands so. */
  at: z.iso.datetime(),
})
export type Target = z.output<typeof Target>

/** A post on social media: a picture of a horse's feet with words, at several networks. */
export const Post = z
  .object({
    id: z.string(),
    /** Whose the horse was when it was written. */
    clientId: ref,
    horseId: ref,
    /** The photos that the picture is made of. */
    beforeId: ref.nullable(),
    afterId: ref.nullable(),
    /** The picture that is posted: a file of the horse, by its attachment. */
    pictureId: ref.nullable(),
    text: z.string(),
    /** What is in the picture, for those who can't see it. */
    altText: z.string(),
    /** Where it is to be, by the ids of the connectors. */
    networks: z.array(z.string()),
    /** When a member confirmed that no person in the picture can be recognised, and who. */
    nobodyAt: z.iso.datetime().nullable(),
    nobodyBy: ref.nullable(),
    /** What people want: `posting`, that it is up; `down`, that it is not, for good. */
    state: z.enum(['draft', 'posting', 'down']),
    pressedAt: z.iso.datetime().nullable(),
    pressedBy: ref.nullable(),
    downAt: z.iso.datetime().nullable(),
    /** `consent`: the owner's consent no longer holds. */
    downBy: z.enum(['member', 'consent']).nullable(),
    /** How it stands at each network, by its id; the server alone writes it. */
    targets: z.record(z.string(), Target),
    /** Who wrote it. */
    memberId: ref.nullable(),
  })
  .meta({ id: 'Post' })
export type Post = z.output<typeof Post>

const written = {
  beforeId: ref.nullable(),
  afterId: ref.nullable(),
  pictureId: ref.nullable(),
  text: z.string().trim().max(3000),
  altText: z.string().trim().max(2000),
  networks: z.array(z.string().min(1).max(60)).max(20),
  /** When the caller confirmed it; null: not any more. Another picture needs it anew. */
  nobodyAt: z.iso.datetime().nullable(),
}

export const NewPost = z
  .object({ ...z.object(written).partial().shape, id: ref.optional(), horseId: ref, state: z.enum(['draft', 'posting']).optional() })
  .meta({ id: 'NewPost' })
export type NewPost = z.input<typeof NewPost>

/** A draft may be changed; `posting` posts it, and from then on it can only be taken down. */
export const PostChange = z
  .object({ ...written, state: z.enum(['draft', 'posting', 'down']) })
  .partial()
  .meta({ id: 'PostChange' })
export type PostChange = z.input<typeof PostChange>

/** What can be posted to. */
export const Network = z
  .object({
    id: z.string(),
    name: z.string(),
    /** It is connected, and switched on. */
    isOn: z.boolean(),
    /** The name of the account there. */
    account: z.string().nullable(),
    /** Test version: nothing leaves. */
    isRehearsed: z.boolean(),
    /** How many characters a post and the words about its picture may have there, as people count them. */
    text: z.int(),
    altText: z.int(),
  })
  .meta({ id: 'Network' })
export type Network = z.output<typeof Network>

/** What a person says about a post at a network. `there`: it is; `again`: post it; `leave`: leave it out; `gone`: they took it down. */
export const PostAnswer = z.enum(['there', 'again', 'leave', 'gone'])
export type PostAnswer = z.output<typeof PostAnswer>

const byId = z.object({ id: z.string().max(60) })

export const postEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/posts',
    audience: 'member',
    summary: 'Posts on social media and how they stand at each network, newest first; further pages by the Link header',
    query: z.object({ horseId: ref.optional(), limit: z.coerce.number().int().min(1).max(1000).default(200), after: ref.optional() }),
    response: z.array(Post),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/posts',
    audience: 'member',
    record: 'posts',
    summary: 'Write a post about a horse, or post it at once; it leaves once its picture is on the server',
    body: NewPost,
    response: Post,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/posts/:id',
    audience: 'member',
    record: 'posts',
    summary: 'Change a draft, post it, or take a post down everywhere',
    params: byId,
    body: PostChange,
    response: Post,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/posts/:id',
    audience: 'member',
    record: 'posts',
    whileLapsed: true,
    summary: 'Remove a post; it is taken down everywhere',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
  networks: endpoint({
    method: 'GET',
    path: '/api/posts/networks',
    audience: 'member',
    summary: 'What can be posted to, and what a post may have there',
    response: z.array(Network),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/posts/:id/networks/:network',
    audience: 'member',
    whileLapsed: true,
    summary: 'Say what is done about a post that a network refused, lost the answer to, or still shows',
    params: byId.extend({ network: z.string().max(60) }),
    body: z.object({ answer: PostAnswer }),
    response: Post,
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/posts/pictures/:token',
    audience: 'link',
    summary: 'The picture of a post, for the hour in which a network fetches it',
    params: z.object({ token: z.string().max(200) }),
    response: z.unknown(),
    perMinute: 240,
  }),
}
