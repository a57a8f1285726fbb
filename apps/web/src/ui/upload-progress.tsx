import { Progress, Text } from '@mantine/core';
import classes from './upload-progress.module.css';

/** How much of the file has arrived; then that it is being read. */
export function UploadProgress({ share }: { share: number | null }) {
  if (share === null) return null;
  const percent = Math.round(share * 100);
  return (
    <div role="status">
      <Text size="sm">{percent < 100 ? `Uploading: ${percent} %` : 'Checking the content…'}</Text>
      <Progress value={percent} animated={percent === 100} mt={4} aria-label="Upload" />
    </div>
  );
}

/** What is wrong with the content, each with its line. Announced at once. */
export function UploadWords({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <div role="alert">
      <ul className={classes.words}>
        {words.map((word) => (
          <li key={word}>{word}</li>
        ))}
      </ul>
    </div>
  );
}
