import { sentenceOf } from '#platform/web/api.ts'
import { toast } from '#ui/toast-store.ts'

/** Why one can't sign in to a service. */
export const notSetUp = (vendor: string) => `This server isn't set up for signing in to ${vendor}. Whoever runs it can do that.`

/** Spec §8: what a person hears when a connection was changed, or was not. */
export const SAID = {
  onSuccess: () => toast({ title: 'Integration Updated', description: 'Integration settings have been saved.' }),
  onError: (error: Error) =>
    toast({ title: 'Error', description: sentenceOf(error) || 'Failed to update integration', variant: 'destructive' }),
}
