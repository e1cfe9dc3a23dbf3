import { z } from 'zod'
import { manifest, SCOPES } from '#connectors/facebook/manifest.ts'
import type { PosterConnector } from '#connectors/kit/connector.ts'
import { accountOf, GraphId, graph, Made, takeDown } from '#connectors/kit/graph.ts'
import { chosen, type Page, settled } from '#connectors/kit/graph-pages.ts'
import type { FarPost, Posted } from '#connectors/kit/poster.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'

const NAME = 'Facebook'
const KIND = {
  name: NAME,
  scopes: SCOPES,
  choicesIn: ({ id, name, access_token: token }: Page) => [{ id, name, token }],
  none: 'You allowed no page that you may post to. Sign in again, and choose your page there.',
} as const

/** Of a post: the page's, and its own. */
const PostId = z.string().regex(/^\d{1,40}_\d{1,40}$/)
const Story = z.object({ page_story_id: PostId.optional() })
const Post = z.object({ permalink_url: z.url({ protocol: /^https$/ }).max(2000), is_published: z.boolean() })

const named = async (wire: Wire, pageId: string) => {
  const { name } = await graph(wire, NAME, `/${pageId}?fields=id,name`, z.object({ name: z.string().max(500) }))
  return { account: name, company: pageId }
}

/** A post is known by its id and its picture's: taken down, both go. */
const posted = (postId: string, photoId: string, url: string): Posted => ({ remoteId: `${postId}/${photoId}`, url })

async function publish(wire: Wire, { text }: FarPost, photoId: string): Promise<Posted> {
  const form = { message: text, attached_media: JSON.stringify([{ media_fbid: photoId }]) }
  const { id } = await graph(wire, NAME, `/${accountOf(wire, NAME)}/feed`, z.object({ id: PostId }), { method: 'POST', form })
  // It is public by now, whatever becomes of this; its id leads there too.
  const url = await graph(wire, NAME, `/${id}?fields=permalink_url,is_published`, Post).then(
    (post) => post.permalink_url,
    () => `https://www.facebook.com/${id}`,
  )
  return posted(id, photoId, url)
}

/** The picture knows the post it was published in. That it doesn't is not said to mean that there is none. */
async function find(wire: Wire, _: FarPost, photoId: string): Promise<Posted | 'unknown'> {
  try {
    const { page_story_id: id } = await graph(wire, NAME, `/${photoId}?fields=page_story_id`, Story)
    if (!id) return 'unknown'
    const post = await graph(wire, NAME, `/${id}?fields=permalink_url,is_published`, Post)
    return post.is_published ? posted(id, photoId, post.permalink_url) : 'unknown'
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'gone') return 'unknown'
    throw error
  }
}

export const facebook: PosterConnector = {
  manifest,
  check: (wire) => (wire.credentials.account ? named(wire, wire.credentials.account) : settled(wire, KIND)),
  choose: (wire, id) => chosen(wire, KIND, id),
  poster: {
    async prepare(wire, { altText, picture }) {
      const form = { published: 'false', alt_text_custom: altText }
      const made = graph(wire, NAME, `/${accountOf(wire, NAME)}/photos`, Made, { method: 'POST', form, picture: picture.bytes })
      return (await made).id
    },
    publish,
    find,
    async remove(wire, remoteId) {
      const [postId, photoId] = remoteId.split('/')
      await takeDown(wire, NAME, PostId.parse(postId))
      await takeDown(wire, NAME, GraphId.parse(photoId))
    },
  },
}
