import type { HorseView } from '#app/my/horse-view.ts'
import { SaidList } from '#app/pages/my/SaidList.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import { TextArea } from '#ui/TextArea.tsx'

type Props = { slug: string; horse: { id: string; name: string }; words: NonNullable<HorseView['words']> }

/** A sharer's own words to the farrier about a horse, with the replies; no conversation of its owner's. */
export const MyWords = ({ slug, horse: { id, name }, words: { said, canSend, typed, fault } }: Props) => (
  <Card title="Tell your farrier" padded>
    <div id="words" className="grid gap-3">
      {canSend ? (
        <form method="post" action={`/my/at/${slug}/horses/${id}/words`} className="grid gap-3">
          <Field
            label={`About ${name}`}
            help="Your farrier sees that it comes from you, and can answer you here. In a hurry, ring them."
            error={fault ?? undefined}
          >
            <TextArea name="words" rows={3} maxLength={1000} defaultValue={typed} required />
          </Field>
          <button type="submit" className={buttonClass({})}>
            Send
          </button>
        </form>
      ) : (
        <p>Your farrier takes nothing in here just now. Ring them.</p>
      )}
      {said.length > 0 && <SaidList said={said} farrier="Your farrier" />}
    </div>
  </Card>
)
