import type { Feature } from '#lib/plan.ts'

/** The tabs of `/integrations`, in their order. */
export const CATEGORIES = ['calendar', 'accounting', 'marketing', 'mapping', 'social'] as const
export type Category = (typeof CATEGORIES)[number]

/** A field of the connect dialog beside the key: where it is, and under what name. `isOptional`: it may stay empty; an address is then that of `at`. */
type Field = { id: 'address' | 'account'; label: string; placeholder?: string; help?: string; isOptional?: true }

/** No key; an address may be typed. `isLink`: it must be, it is a link for people, and we never go there ourselves. */
type ByNothing = { by: 'nothing'; fields?: readonly Field[]; isLink?: true }

/** What a key is called there, where it is found, and the fields beside it. `isEither`: the key or an address is enough, as one's own server has none. */
type ByKey = { by: 'key'; label: string; where: string; fields: readonly Field[]; isEither?: true }

/** Signing in there (OAuth 2, authorisation code with PKCE); the operator registers the app, `<env>_CLIENT_ID` and `<env>_CLIENT_SECRET`. */
export type ByOAuth = {
  by: 'oauth'
  /** Whom one signs in to, as its people call it. */
  vendor: string
  env: string
  /** Paths at `signInAt`. */
  signInAt: string
  authorizePath: string
  tokenPath: string
  revokePath?: string
  /** It has no tokens to renew by: what a sign-in gave is exchanged at once, by this kind of grant, for what lasts, and one signs in again after its end. */
  exchange?: string
  /** Our secret goes there as HTTP Basic; else it is in the form. */
  clientAuth?: 'basic'
  /** The parameter of the answer that has the id of the company whose books were chosen, in digits. */
  companyParam?: string
  /** None: what is allowed is not chosen. */
  scopes: readonly string[]
  /** Sent along when a member is led to sign in. */
  more?: Readonly<Record<string, string>>
}

/** What a connector declares about itself; its card and its dialog show it. */
export type Manifest = {
  id: string
  name: string
  description: string
  category: Category
  /** Whose it is: each member connects their own, or the owner connects the practice's. */
  of: 'member' | 'practice'
  /** Without it every plan has it. */
  feature?: Feature
  /** What it needs from who connects it. */
  asks: ByNothing | ByKey | ByOAuth
  /** The origin it speaks to where no address is typed. */
  at?: string
  /** How many requests at once, and in a minute, the far side takes. */
  pace?: { atOnce: number; perMinute: number }
  /** Shown before anything is connected: what leaves, what comes in, and what stays there afterwards. */
  sends: readonly string[]
  brings: readonly string[]
  leaves: readonly string[]
  /** Whose data it is, in the words its licence requires. */
  credit?: string
  /** What a post may have there: characters as people count them, of its words and of the picture's, and bytes of the picture. */
  posts?: { text: number; altText: number; bytes: number; fetchesPicture?: true }
  /** A calendar that can be written to only where we made it: another one can't be chosen. */
  isOwnOnly?: true
}
