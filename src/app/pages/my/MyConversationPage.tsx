import type { ConversationView, MessageFormView, NewMessageView } from '#app/my/messages-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { LONGEST_SUBJECT } from '#features/talk/messaging/limits.ts'
import { MessageForm, MessagesRead } from '#features/talk/messaging/page/MessagesRead.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'

const BACK = { href: '/my/messages', label: '‹ Messages' }

/** One conversation, read and answered. */
export const MyConversationPage = ({ shown, path, form }: ConversationView) => (
  <MyFrame title={shown.subject} place="messages" back={BACK}>
    <p className="text-ink-2">{`With ${shown.practiceName}`}</p>
    <MessagesRead page={shown} path={path} />
    {form.closed ? (
      <Note tone="due">{form.closed}</Note>
    ) : (
      <MessageForm label={`Answer ${shown.practiceName}`} formId={form.formId} unsent={form.unsent}>
        <Emergency form={form} />
      </MessageForm>
    )}
  </MyFrame>
)

/** A new conversation. */
export const MyNewMessagePage = ({ practice, form, subject, clients, clientId }: NewMessageView) => (
  <MyFrame title={`Write to ${practice}`} place="messages" back={BACK}>
    {form.closed ? (
      <Note tone="due">{form.closed}</Note>
    ) : (
      <MessageForm
        label="Message"
        formId={form.formId}
        unsent={form.unsent}
        before={
          <>
            {clients.length > 0 && (
              <Field label="For whom?">
                <Select name="clientId" defaultValue={clientId} options={clients.map(({ id, name }) => ({ value: id, label: name }))} />
              </Field>
            )}
            <Field label="What is it about?" optional>
              <TextInput name="subject" maxLength={LONGEST_SUBJECT} defaultValue={subject} autoComplete="off" />
            </Field>
          </>
        }
      >
        <Emergency form={form} />
      </MessageForm>
    )}
  </MyFrame>
)

/** What an emergency costs comes before it is sent. */
const Emergency = ({ form: { emergencyPrice, isEmergency, hasSaid } }: { form: MessageFormView }) =>
  emergencyPrice !== null && (
    <div className="grid gap-1 rounded-lg border border-line bg-surface px-3 py-2">
      {hasSaid && <input type="hidden" name="hasSaid" value="yes" />}
      <Checkbox name="isEmergency" value="yes" label="This is an emergency" defaultChecked={isEmergency} />
      <p className="text-14 text-ink-2">{`An emergency now costs ${emergencyPrice}. Your farrier’s phone rings until somebody looks.`}</p>
    </div>
  )
