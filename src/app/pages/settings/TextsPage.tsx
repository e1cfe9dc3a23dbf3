import { useState } from 'react'
import { PrepLineForm } from '#app/pages/settings/PrepLineForm.tsx'
import { WordingForm } from '#app/pages/settings/WordingForm.tsx'
import type { NoticeKind } from '#features/core/notices/contract.ts'
import { KIND_WORDS } from '#features/core/notices/web/notice-words.ts'
import { EDITABLE_KINDS } from '#features/core/notices/wordings.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayRunPractice } from '#features/core/practice/rules.ts'
import { useSettings } from '#features/core/practice/web/settings.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { ForbiddenState } from '#ui/EmptyState.tsx'
import { Field } from '#ui/Field.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { Select } from '#ui/Select.tsx'

/** The wording of texts to owners: the farrier's own line, and the wording of each kind with what it looks like. Works offline. */
export function TextsPage() {
  const user = useSession<CurrentUser>().user
  const settings = useSettings()
  const [kind, setKind] = useState<NoticeKind>('reminder')
  if (user && !mayRunPractice(user.role)) return <NotYours />
  return (
    <Page>
      <PageHeader title="Texts" subtitle="The texts owners get. Names, dates and links are filled in as each one goes." />
      {user && settings && (
        <div className="grid items-start gap-3.5 lg:grid-cols-[300px_minmax(0,760px)]">
          <Field label="Which text" className="lg:hidden">
            <Select
              value={kind}
              onChange={(event) => setKind(event.target.value as NoticeKind)}
              options={EDITABLE_KINDS.map((each) => ({
                value: each,
                label: `${KIND_WORDS[each]}${settings.wording[each] ? ', in your words' : ''}`,
              }))}
            />
          </Field>
          <Card title="Which text" className="max-lg:hidden">
            <List label="Kinds of text">
              {EDITABLE_KINDS.map((each) => (
                <ListRow
                  key={each}
                  title={KIND_WORDS[each]}
                  detail={settings.wording[each] ? 'In your words' : 'Standard'}
                  onClick={() => setKind(each)}
                  selected={each === kind}
                />
              ))}
            </List>
          </Card>
          <div className="grid gap-3.5">
            <WordingForm key={kind} kind={kind} user={user} settings={settings} />
            <PrepLineForm user={user} settings={settings} />
          </div>
        </div>
      )}
    </Page>
  )
}

const NotYours = () => (
  <Page>
    <PageHeader title="Texts" />
    <ForbiddenState title="Only an owner can change the texts">They go in the practice's name.</ForbiddenState>
  </Page>
)
