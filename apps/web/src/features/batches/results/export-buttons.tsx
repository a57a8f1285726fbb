import type { Batch } from '@coverlight/contract/batches/batch.schema.ts';
import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { LIST_ERROR, placeErrors } from '#lib/form-errors.ts';
import { saveBlob } from '#lib/download.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { CalendarDate } from '#ui/calendar-date.tsx';
import { toast } from '#ui/toast.ts';
import { EXPORT_FORMATS, exportBatch, type ExportFormat } from '../batches.queries.ts';

const LABELS: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', xlsx: 'XLSX', pdf: 'PDF summary' };

/** All rows to take along. */
export function ExportButtons({ batch }: { batch: Batch }) {
  const exporting = useSingleMutation({
    mutationFn: async (format: ExportFormat) => {
      const { blob, fileName } = await exportBatch(batch.id, format);
      saveBlob(blob, fileName ?? `coverlight-batch.${format}`);
    },
    onError: (error) => toast({ kind: 'danger', message: placeErrors(error, [], LIST_ERROR).banner ?? LIST_ERROR }),
  });
  return (
    <Group gap="xs" mb="md">
      {EXPORT_FORMATS.map((format) => (
        <Button
          key={format}
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={exporting.isPending && exporting.variables === format}
          onClick={() => exporting.mutate(format)}
        >
          {LABELS[format]}
        </Button>
      ))}
      {batch.contents_until !== null && (
        <Text size="sm" c="dimmed">
          The rows are deleted on <CalendarDate day={batch.contents_until.slice(0, 10)} />; the checks stay in Inquiries.
        </Text>
      )}
    </Group>
  );
}
