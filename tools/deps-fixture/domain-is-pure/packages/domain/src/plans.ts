export { ulid } from 'ulid';
