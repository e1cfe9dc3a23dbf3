import { toast } from '#ui/toast-store.ts'

/** Saves a voice note and shows the result in a toast (Spec §8 Voice note); undefined when it could not be stored. */
export async function saveWithToast(save: () => Promise<string>): Promise<string | undefined> {
  try {
    const id = await save()
    toast({ title: 'Voice Note Saved', description: "It's on this device, and goes to the server when there's signal." })
    return id
  } catch (error) {
    const why = error instanceof Error && 'sentence' in error ? String(error.sentence) : 'Failed to save voice note'
    toast({ variant: 'destructive', title: 'Upload Failed', description: why })
    return undefined
  }
}
