import type { Stripe } from 'stripe'
import { type PaidPlaces, takeCheckout } from '#features/records/services/server/checkouts.ts'
import { noteStranger } from '#features/records/services/server/left-customers.ts'
import { settle } from '#features/records/services/server/settle.ts'
import { isUuid } from '#lib/ids.ts'
import type { Database } from '#platform/server/database/db.ts'

/**
 * Handles an event from Stripe about what clients pay, each event once. It shows only that something happened: how all stands is fetched again, so
 * events may come late, twice and in any order. What it throws makes Stripe bring it once more.
 * @throws payment_silent
 */
export async function takeServiceEvent(places: PaidPlaces, event: Stripe.Event): Promise<void> {
  // The same event may come for plans, which are paid in the same account.
  const id = `services ${event.id}`
  if (await isKnown(places.db, id)) return
  const about = aboutOf(event)
  if (about.checkout) await takeChosen(places, about.checkout, about)
  const personId = about.subscription && (await personOf(places.db, about.subscription))
  if (personId) await settle(places, personId)
  await places.db.withDirectory((tx) =>
    tx
      .insertInto('directory.billing_events')
      .values({ id })
      .onConflict((clash) => clash.column('id').doNothing())
      .execute(),
  )
}

type About = { checkout?: string | undefined; subscription?: string | undefined; customer?: string | undefined }

/** What an event is about; nothing where it is about something else that is paid in the same account. */
function aboutOf({ data: { object } }: Stripe.Event): About {
  if (object.object === 'checkout.session')
    return { checkout: object.metadata?.checkout, subscription: idIn(object.subscription), customer: idIn(object.customer) }
  if (object.object === 'subscription')
    return { checkout: object.metadata?.checkout, subscription: object.id, customer: idIn(object.customer) }
  if (object.object === 'invoice') return { subscription: idIn(object.parent?.subscription_details?.subscription) }
  return {}
}

/**
 * Gives back what a person paid who is gone. Of what was never chosen here nothing is given back: another server may sell in the same
 * account, and a restored backup doesn't know what was chosen after it.
 */
async function takeChosen(places: PaidPlaces, id: string, { subscription, customer }: About): Promise<void> {
  if (!isUuid(id)) return
  await takeCheckout(places, id)
  const left = await places.db.withDirectory((tx) =>
    tx.selectFrom('directory.left_checkouts').select('id').where('id', '=', id).executeTakeFirst(),
  )
  if (left && subscription && customer) await noteStranger(places, { subscription, customer })
}

const personOf = async (db: Database, subscription: string): Promise<string | undefined> =>
  (
    await db.withDirectory((tx) =>
      tx.selectFrom('directory.customers').select('person_id').where('subscription', '=', subscription).executeTakeFirst(),
    )
  )?.person_id

const isKnown = async (db: Database, id: string): Promise<boolean> =>
  (await db.withDirectory((tx) => tx.selectFrom('directory.billing_events').select('id').where('id', '=', id).executeTakeFirst())) !==
  undefined

const idIn = (named: string | { id: string } | null | undefined): string | undefined => (typeof named === 'string' ? named : named?.id)
