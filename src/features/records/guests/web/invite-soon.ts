import type { KnownClient } from '#features/records/clients/web/data.ts'
import { invite } from '#features/records/guests/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { toast } from '#ui/toast-store.ts'

/** Invites a client, once what was just recorded of them is with the server; a toast shows whether it went. */
export async function inviteSoon({ id, name }: Pick<KnownClient, 'id' | 'name'>, way: 'sms' | 'email'): Promise<void> {
  try {
    await syncNow()
    await invite(id, way)
    toast({ title: 'Invited', description: `You can follow the invitation to ${name} in the Outbox.` })
  } catch (error) {
    toast({
      variant: 'destructive',
      title: `${name} isn’t invited yet`,
      description: `${sentenceOf(error)} The horse is handed over. Invite them on their page.`,
    })
  }
}
