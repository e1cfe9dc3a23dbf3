import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser, PracticeMember } from '#features/core/practice/contract.ts'
import type { Invited, PendingInvitation } from '#features/core/practice/invitations.ts'
import { mayRunPractice } from '#features/core/practice/rules.ts'
import { useMembers, usePendingInvitations } from '#features/core/practice/web/data.ts'
import { InvitationDialog } from '#features/core/practice/web/InvitationDialog.tsx'
import { InviteDialog } from '#features/core/practice/web/InviteDialog.tsx'
import { LinkDialog } from '#features/core/practice/web/LinkDialog.tsx'
import { MemberDialog } from '#features/core/practice/web/MemberDialog.tsx'
import { roleName } from '#features/core/practice/web/role-words.ts'
import { UpgradePanel } from '#features/core/practice/web/UpgradePanel.tsx'
import { useFeature } from '#features/core/practice/web/use-feature.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { reachable } from '#platform/web/sync/reach.ts'
import { PersonAvatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ErrorState, ForbiddenState, OfflineState } from '#ui/EmptyState.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Note } from '#ui/Note.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast-store.ts'

/** Who works here and what they may do. Needs the server: who may come in is nothing to decide in a barn. */
export function MembersPage() {
  const user = useSession<CurrentUser>().user
  if (!user) return null
  if (!mayRunPractice(user.role)) return <NotYours />
  return <Members user={user} />
}

type Shown =
  | { what: 'invite' }
  | { what: 'member'; member: PracticeMember }
  | { what: 'link'; invited: Invited }
  | { what: 'invitation'; invitation: PendingInvitation }

function Members({ user }: { user: CurrentUser }) {
  const members = useMembers()
  const invitations = usePendingInvitations()
  const hasTeam = useFeature('team-management')
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  const changed = () => void Promise.all([members.refetch(), invitations.refetch()])
  const invited = (answer: Invited) => {
    changed()
    if (answer.link) return setShown({ what: 'link', invited: answer })
    close()
    toast({ title: 'Invited', description: `An e-mail is on its way to ${answer.invitation.email}.` })
  }
  return (
    <Page>
      <div className="grid max-w-[760px] gap-3.5">
        <PageHeader
          title="Members"
          subtitle="Who works here, and what they may see and do."
          actions={
            !user.practice.isDemo &&
            hasTeam && (
              <Button variant="primary" icon={UserPlus} onClick={() => setShown({ what: 'invite' })}>
                Invite somebody
              </Button>
            )
          }
        />
        {user.practice.isDemo && <Note>This demo is yours alone, so you can't invite anybody to it.</Note>}
        {!user.practice.isDemo && !hasTeam && <UpgradePanel feature="team-management" />}
        <Card>
          {members.isPending && <SkeletonRows label="Loading members..." />}
          {members.error && <NotFetched error={members.error} onRetry={changed} />}
          {members.data && (
            <List label="Members">
              {members.data.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  isMe={member.id === user.memberId}
                  onOpen={() => setShown({ what: 'member', member })}
                />
              ))}
              {invitations.data?.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} onOpen={() => setShown({ what: 'invitation', invitation })} />
              ))}
            </List>
          )}
        </Card>
      </div>
      {shown?.what === 'invite' && <InviteDialog onClose={close} onInvited={invited} />}
      {shown?.what === 'member' && <MemberDialog member={shown.member} onClose={close} onChanged={changed} onInvited={invited} />}
      {shown?.what === 'invitation' && (
        <InvitationDialog invitation={shown.invitation} onClose={close} onChanged={changed} onInvited={invited} />
      )}
      {shown?.what === 'link' && <LinkDialog invited={shown.invited} onClose={close} />}
    </Page>
  )
}

const MemberRow = ({ member, isMe, onOpen }: { member: PracticeMember; isMe: boolean; onOpen: () => void }) => (
  <ListRow
    lead={<PersonAvatar name={member.name} />}
    title={isMe ? `${member.name} (you)` : member.name}
    detail={[roleName(member.role), member.email].filter(Boolean).join(', ')}
    aside={!member.isActive && <Badge tone="line">Left</Badge>}
    onClick={onOpen}
  />
)

const InvitationRow = ({ invitation, onOpen }: { invitation: PendingInvitation; onOpen: () => void }) => (
  <ListRow
    lead={<PersonAvatar name={invitation.name} />}
    title={invitation.name}
    detail={`${roleName(invitation.role)}, ${invitation.email}`}
    aside={invitation.isExpired ? <Badge tone="late">Link expired</Badge> : <Badge tone="due">Invited</Badge>}
    onClick={onOpen}
  />
)

const NotFetched = ({ error, onRetry }: { error: Error; onRetry: () => void }) =>
  reachable() ? (
    <ErrorState title="The members couldn't be loaded" onRetry={onRetry}>
      {sentenceOf(error)}
    </ErrorState>
  ) : (
    <OfflineState action={<Button onClick={onRetry}>Try again</Button>}>
      You need a connection to invite or change members. Everything else works without one.
    </OfflineState>
  )

const NotYours = () => (
  <Page>
    <PageHeader title="Members" />
    <ForbiddenState title="Only an owner can add people">Ask the owner if somebody should join or leave.</ForbiddenState>
  </Page>
)
