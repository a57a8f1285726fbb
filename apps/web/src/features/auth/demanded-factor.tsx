import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { AuthCard } from './auth-card.tsx';
import { FactorSetup } from './factor-setup.tsx';

/** For somebody of whom a second factor is demanded and who has none yet: it is made before anything else (docs/product.md 13.2). */
export function DemandedFactor(props: { onSignedIn: (user: SessionUser) => Promise<void>; onStartOver: () => void }) {
  const [isMade, setIsMade] = useState(false);
  return (
    <AuthCard title="Set up a second factor" takesFocus>
      <Text mb="md">It is required here: something beside your password that only you have. Choose one to go on.</Text>
      <FactorSetup onMade={() => setIsMade(true)} onEnrolled={({ user }) => void props.onSignedIn(user)} />
      {!isMade && (
        <Anchor component="button" type="button" size="sm" mt="lg" onClick={props.onStartOver}>
          Start over
        </Anchor>
      )}
    </AuthCard>
  );
}
