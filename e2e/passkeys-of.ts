import type { Page } from 'playwright'

/** A phone's keeper of passkeys, whose face or finger is always right; `from`: what it has from another device of the same person. */
export async function passkeysOf(page: Page, from: readonly object[] = []) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  })
  for (const credential of from) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: credential as never })
  return {
    /** Whether the person's face or finger is there: without it a passkey that a field offers automatically waits. */
    answers: (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    kept: async (): Promise<object[]> => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}
