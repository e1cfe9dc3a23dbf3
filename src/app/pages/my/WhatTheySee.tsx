import type { Invited } from '#features/records/guests/rules.ts'

/** What whoever was invited would see, to read before they say yes. */
export const WhatTheySee = ({ invited }: { invited: Invited }) => <p>{seen(invited)}</p>

function seen({ role, practiceName, client, horse, seesMoney, mayAnswer }: Invited): string {
  if (role === 'sharer')
    return `You’d see ${horse}: how it’s shod, its photos and its coming visits with ${practiceName}${mayAnswer ? ', and you can answer about them' : ''}. No bills, and nothing of any other horse.`
  if (role === 'helper')
    return `You’d help ${client} with ${practiceName}: their horses, visits and messages${seesMoney ? ', and their bills' : ', but no bills'}.`
  return `You’d see when ${practiceName} comes to your yard, and which horses to have in. No bills, no records, and nothing about whose they are.`
}
