export const Button = () => <b />;
