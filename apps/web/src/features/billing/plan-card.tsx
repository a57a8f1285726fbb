import type { Plan } from '@coverlight/contract/billing/subscription.schema.ts';
import { Card, List, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { moneyText } from '#ui/money.tsx';

/** One plan with what it costs and holds; `children` is what can be done with it. */
export function PlanCard({ plan, children }: { plan: Plan; children: ReactNode }) {
  return (
    <Card withBorder component="section" aria-label={`${plan.name} plan`}>
      <Stack justify="space-between" h="100%" gap="sm">
        <div>
          <Title order={3}>{plan.name}</Title>
          <Text mt={4}>
            <Text span fw={650} size="lg">
              {moneyText(plan.base_cost)}
            </Text>{' '}
            a month
          </Text>
          <List size="sm" mt="xs">
            <List.Item>{`${plan.base_inquiries.toLocaleString('en-US')} inquiries a month included`}</List.Item>
            <List.Item>{`${moneyText(plan.addl_cost)} for each extra inquiry`}</List.Item>
            <List.Item>Unlimited users</List.Item>
            <List.Item>Unlimited providers</List.Item>
          </List>
        </div>
        <div>{children}</div>
      </Stack>
    </Card>
  );
}
