import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayRunPractice } from '#features/core/practice/rules.ts'
import { decide, useSettings } from '#features/core/practice/web/settings.ts'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast-store.ts'

/**
 * Whether voice notes are transcribed; only where this server can. Off until an owner switches it on: recordings leave the server for that.
 */
export function VoiceCard({ user }: { user: CurrentUser }) {
  const isOn = useSettings()?.transcribesVoice
  if (!user.hasTranscriber || isOn === undefined || !mayRunPractice(user.role)) return null
  const choose = (transcribesVoice: boolean) =>
    void decide(user, { transcribesVoice }).then(() =>
      toast({ title: 'Saved', description: transcribesVoice ? 'New voice notes will be transcribed.' : 'Voice notes stay as recordings.' }),
    )
  return (
    <Card title="Voice notes" padded>
      <Switch
        label="Transcribe voice notes"
        help="Recordings go to the transcription server set up by the person who runs Pritchel here. You check and correct what it heard."
        checked={isOn}
        onChange={choose}
      />
    </Card>
  )
}
