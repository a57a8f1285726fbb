import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that does one thing at a time: until it has ended, asking for it again does nothing. The second half of a double click comes
 * before its button is drawn as busy, and would send an invitation twice.
 */
export function useSingleMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const isRunning = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled: (...args) => {
      isRunning.current = false;
      return options.onSettled?.(...args);
    },
  });
  return {
    ...mutation,
    mutate: (...args) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutation.mutate(...args);
    },
  };
}
